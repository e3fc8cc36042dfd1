/** A payment reference in a sentence. It may be longer than a line. */
export function Reference({ children }: { children: string }) {
  return <span className="wrap-anywhere">{children}</span>;
}
