/** @jsxImportSource hono/jsx */
import { orderPath } from '#backend/office/addresses.ts';
import { List, Pager, Row, Time } from '#backend/office/frame/parts.tsx';
import { definePage } from '#backend/office/frame/routes.ts';
import { type LogEntry, readLog } from '#backend/staff/log.ts';
import { orderNumber } from '#domain/orders/order.ts';

const PATH = '/admin/log';

/** The log of what people did. */
export const logPage = definePage({
  path: PATH,
  role: 'owner',
  async view(request) {
    const by = request.query.get('by') ?? '';
    const subject = request.query.get('subject') ?? '';
    const log = await readLog(request.db, request.actor, {
      by,
      subject,
      page: Number(request.query.get('page') ?? 1),
    });
    if (!log.ok) throw new Error(log.refusal.message);
    const { entries, page, pages, names } = log.value;
    const filtered = by !== '' || subject !== '';
    return {
      title: 'Log',
      body: (
        <>
          <form class="form inline" method="get" action={PATH}>
            <div class="field">
              <label for="by">Done by</label>
              <select id="by" name="by">
                <option value="">everybody</option>
                {names.map((name) => (
                  <option value={name} selected={name === by}>
                    {name}
                  </option>
                ))}
              </select>
            </div>
            <div class="field">
              <label for="subject">To what</label>
              <input
                id="subject"
                name="subject"
                type="search"
                value={subject}
                placeholder="id or name"
              />
            </div>
            <button type="submit" class="button quiet">
              Show
            </button>
          </form>
          <List
            empty={
              filtered
                ? 'No entry matches.'
                : 'There is no entry yet. Everything that people do here or by command is logged, and nobody can edit the log.'
            }
          >
            {entries.map((entry) => (
              <Row
                title={sentence(entry)}
                under={
                  <>
                    {entry.recordedBy}
                    {entry.byCommand && ' (by command)'}, <Time at={entry.at} />
                  </>
                }
              />
            ))}
          </List>
          <Pager path={PATH} query={request.query} page={page} pages={pages} />
        </>
      ),
    };
  },
});

/** Writes 'product rename asad – to asad-black', 'order packed #7T2FW Ada Obi', in the words of the commands. */
function sentence({ action, subject, called, renamedTo, detail }: LogEntry) {
  const [what = '', verb = ''] = action.split('.');
  const more = [renamedTo && `to ${renamedTo}`, detail].filter(Boolean).join(', ');
  return (
    <>
      <span class="verb">
        {what === 'staff' ? 'person' : what} {verb.replace(/-/g, ' ')}
      </span>{' '}
      {subject.startsWith('ord_') ? (
        <a href={orderPath(subject)}>
          #{orderNumber(subject)} {called}
        </a>
      ) : (
        (called ?? subject)
      )}
      {more && <span class="soft"> – {more}</span>}
    </>
  );
}
