/** A mail, written out. */
export interface Letter {
  /** What it is about; the same id is sent once. */
  id: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
}

/** Text as HTML shows it: nothing a customer typed becomes markup. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** A plain, warm page around paragraphs of HTML; tables and inline style, since mail programs know no better. */
export function letterPage(title: string, body: string, footer: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px;background:#f6efe4;color:#2a1a12;font:16px/1.55 Verdana,'Segoe UI',sans-serif">
<div style="max-width:560px;margin:0 auto">
<p style="font:600 24px Georgia,serif;margin:0 0 24px">Turare</p>
<h1 style="font:600 26px/1.25 Georgia,serif;margin:0 0 16px">${escapeHtml(title)}</h1>
${body}
<p style="margin:32px 0 0;padding:16px 0 0;border-top:1px solid #d9c9b2;font-size:14px">${footer}</p>
</div></body></html>`;
}
