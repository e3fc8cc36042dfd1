/** Netlify's own matcher of `_redirects`, as WebAssembly. The package has no types. */
declare module 'netlify-redirector' {
  interface Rules {
    match(request: {
      scheme: string;
      host: string;
      path: string;
      query: string;
      getHeader(name: string): string;
      getCookie(name: string): string;
    }): { to: string; status: number; force: boolean } | null;
  }
  export function parsePlain(rules: string, options: object): Promise<Rules>;
}

declare module 'ini' {
  /** Reads an INI file: sections with their values. A name that occurs twice keeps its last value. */
  export function parse(text: string): Record<string, Record<string, string>>;
}
