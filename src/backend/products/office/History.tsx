/** @jsxImportSource hono/jsx */
import type { PageRequest } from '#backend/office/frame/page-request.ts';
import { Panel, Time } from '#backend/office/frame/parts.tsx';
import { historyOf } from '#backend/products/edit/history.ts';
import { actionWords } from './words.ts';

/** The number of actions shown. The log has all. */
const SHOWN = 15;

/** The changes of a product, newest first, each with its author. */
export async function History({ request, id }: { request: PageRequest; id: string }) {
  const actions = await historyOf(request.db, id, SHOWN);
  return (
    <Panel title="Who changed what">
      {actions.length === 0 && <p class="empty">Nobody has changed it here yet.</p>}
      <ol class="history">
        {actions.map((action) => {
          const { said, lines } = actionWords(action);
          return (
            <li>
              <p>
                <strong>{action.recordedBy}</strong> {said} <Time at={action.at} />
              </p>
              {lines.map((line) => (
                <p class="soft">{line}</p>
              ))}
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
