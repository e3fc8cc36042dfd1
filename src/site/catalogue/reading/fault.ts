/** Why a catalogue cannot be used: nothing is published then. */
export type FaultCode =
  /** The backend cannot be reached, refuses, or answers what is no catalogue. */
  | 'unreadable'
  /** It changed during every reading. */
  | 'moving'
  /** Products break the contract. */
  | 'invalid';

/** A catalogue that cannot be used; `message` says why and how to mend it. */
export class CatalogueFault extends Error {
  override name = 'CatalogueFault';
  readonly code: FaultCode;

  constructor(code: FaultCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
