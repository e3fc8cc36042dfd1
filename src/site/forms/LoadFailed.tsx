interface Props {
  /** What could not be loaded: 'cities'. */
  what: string;
  again: () => void;
}

/** Beneath a select whose options could not be loaded. */
export function LoadFailed({ what, again }: Props) {
  return (
    <div className="field-hint flex flex-wrap items-center gap-x-4">
      <span className="text-danger">Failed to load {what}</span>
      <button type="button" className="link min-h-11" onClick={again}>
        Try again
      </button>
    </div>
  );
}
