/** The verdict on one observation. */
export type Verdict = 'adapted' | 'broken';

/** One difference from the contract. */
export interface Finding {
  verdict: Verdict;
  /** The field of the answer or the request; 'status', 'answer', 'authorization' or 'time' if no field is at fault. */
  field: string;
  got: string;
  wanted: string;
  /** Broken: what to change. Adapted: how the site reads it. */
  remedy: string;
}

/** The result for one call. */
export interface Row {
  /** Method and path: 'GET /api/product/{id}'. */
  call: string;
  tried: boolean;
  /** Set if the backend does not have the call: a shopper's loss. */
  missing?: string;
  findings: Finding[];
  /** The reason why it was not tried. */
  reason?: string;
}

export type Outcome = 'met' | 'adapted' | 'missing' | 'broken' | 'not tried';

export function outcomeOf({ tried, missing, findings }: Row): Outcome {
  if (findings.some(({ verdict }) => verdict === 'broken')) return 'broken';
  if (missing !== undefined) return 'missing';
  if (!tried) return 'not tried';
  return findings.length > 0 ? 'adapted' : 'met';
}

/** The rows of a run. A repeated finding is kept once. */
export class Findings {
  readonly rows = new Map<string, Row>();

  row(call: string): Row {
    const known = this.rows.get(call);
    if (known) return known;
    const row: Row = { call, tried: false, findings: [] };
    this.rows.set(call, row);
    return row;
  }

  tried(call: string): Row {
    const row = this.row(call);
    row.tried = true;
    return row;
  }

  add(call: string, finding: Finding): void {
    const { findings } = this.tried(call);
    const same = findings.some(
      ({ field, verdict }) => field === finding.field && verdict === finding.verdict,
    );
    if (!same) findings.push(finding);
  }

  broken(call: string, field: string, got: string, wanted: string, remedy: string): void {
    this.add(call, { verdict: 'broken', field, got, wanted, remedy });
  }

  adapted(call: string, field: string, got: string, wanted: string, remedy: string): void {
    this.add(call, { verdict: 'adapted', field, got, wanted, remedy });
  }
}
