/** @jsxImportSource hono/jsx */
import type { Backups, KeptShop } from '#backend/backup/by-hand.ts';
import { timeOf } from '#backend/backup/kept.ts';
import type { ArchivePlace } from '#backend/backup/log-archive.ts';
import { BACKUPS } from '#backend/office/addresses.ts';
import { Button, Form } from '#backend/office/frame/Form.tsx';
import { Badge, Facts, List, Panel, Row, Time } from '#backend/office/frame/parts.tsx';
import { defineAction, definePage, leadTo, type Page } from '#backend/office/frame/routes.ts';
import { capital, fileSize } from '#domain/words.ts';
import { sentencesOf } from '#process/sentences.ts';

/** Backups of a place that are shown. */
const SHOWN = 10;

/** Shows all that the shop could be restored from, with age and size. */
export const backupsPage = (backups: Backups): Page =>
  definePage({
    path: BACKUPS,
    role: 'owner',
    async view(request) {
      const kept = await backups.list(request.actor);
      if (!kept.ok) return { title: 'Backups', status: 403, body: kept.refusal.message };
      const { places, archive } = kept.value;
      return {
        title: 'Backups',
        back: { path: '/admin', name: 'Today' },
        body: (
          <div class="stack">
            {archive && <Archive archive={archive} />}
            {places.length === 0 && (
              <p class="empty">
                No backup is made by a timer here: the settings name no place for it.
              </p>
            )}
            {places.map((place) => (
              <Place place={place} />
            ))}
            {places.length > 0 && (
              <Form form={request.form(BACKUPS)}>
                <p class="hint">
                  The shop makes one each night. Before a risky change, make one more: it is kept
                  for seven days.
                </p>
                <div class="buttons">
                  <Button kind="quiet">Make a backup now</Button>
                  <a class="button quiet" href={BACKUPS}>
                    Look again
                  </a>
                </div>
              </Form>
            )}
          </div>
        ),
      };
    },
  });

const Place = ({ place: { target, backups, fault } }: { place: KeptShop['places'][number] }) => (
  <Panel title={`Backups in ${target.name}`}>
    {fault !== null && <p class="notice">{sentencesOf(fault).join(' ')}</p>}
    <List empty={fault === null ? 'None yet.' : ''}>
      {backups.slice(0, SHOWN).map(({ name, size }) => (
        <Row title={<Time at={timeOf(name)} />} under={name} end={fileSize(size)} />
      ))}
    </List>
    {backups.length > SHOWN && <p class="hint">And {backups.length - SHOWN} older ones.</p>}
  </Panel>
);

const Archive = ({ archive: { places, waits } }: { archive: NonNullable<KeptShop['archive']> }) => (
  <Panel title="The archive">
    <p>
      It can restore the database as it was at any minute. Use the command{' '}
      <code>turare restore</code> on the shop’s machine.
    </p>
    {waits && <p class="notice">Its newest part is not stored yet. {waits}</p>}
    {places.map((place) => (
      <ArchiveIn place={place} />
    ))}
    {places.length === 1 && (
      <p class="hint">
        The machine and the archive share a disk: if it is lost, both are lost. With a store for
        backups, the archive goes there, too.
      </p>
    )}
  </Panel>
);

const ArchiveIn = ({ place }: { place: ArchivePlace }) => {
  const { name, from, until, copiedAt, bytes, gaps, fault } = place;
  return (
    <>
      <h3>
        {capital(name)} {fault !== null && <Badge tone="bad">stopped</Badge>}
      </h3>
      {fault !== null && <p class="notice">{fault}</p>}
      {from && until && copiedAt ? (
        <Facts
          rows={[
            ['From', <Time at={new Date(from)} />],
            ['Until', <Time at={new Date(until)} />],
            ['Whole copy of', <Time at={new Date(copiedAt)} />],
            ['Size', fileSize(bytes)],
            ...gaps.map(
              (gap) =>
                [
                  'Missing',
                  <>
                    <Time at={new Date(gap.from)} /> to <Time at={new Date(gap.until)} />
                  </>,
                ] as const,
            ),
          ]}
        />
      ) : (
        <p class="empty">Nothing yet.</p>
      )}
    </>
  );
};

export const makeBackup = (backups: Backups, page: Page) =>
  defineAction({
    path: BACKUPS,
    role: 'owner',
    page,
    async perform(request) {
      const made = await backups.make(request.actor);
      if (!made.ok) return made;
      return leadTo(
        BACKUPS,
        made.value === 'made'
          ? 'The backup is complete, and was read back.'
          : 'The backup is still running. It appears in the list when it is complete.',
      );
    },
  });
