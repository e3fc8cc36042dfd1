/** The reason why a catalogue cannot be used. Nothing is published in that case. */
export type FaultCode =
  /** The backend cannot be reached, refuses, or answers with something else. */
  | 'unreadable'
  /** It changed during every reading. */
  | 'moving'
  /** Products break the contract. */
  | 'invalid';

/** The catalogue changed while it was read; `message` says how this was noticed. */
export class Moved extends Error {
  override name = 'Moved';
}

/** A catalogue that cannot be used; `message` says why, and what to do about it. */
export class CatalogueFault extends Error {
  override name = 'CatalogueFault';
  readonly code: FaultCode;

  constructor(code: FaultCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
