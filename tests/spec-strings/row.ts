/** A quoted string of the specification, where it stands there, and the test that sees it on screen. */
export type SpecString = [text: string, where: string, file: string, test: string];
