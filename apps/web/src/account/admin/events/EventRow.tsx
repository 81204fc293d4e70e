import type { Admin } from '@awan/client/admin'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { DotList } from '../../../ui/DotList.tsx'
import { eventWords } from '../../activity/event-words.ts'
import { deviceName, isKnown, readDevice } from '../../devices/device-name.ts'
import { Moment } from '../Moment.tsx'
import { OpenRow, Raw } from '../OpenRow.tsx'

export type AuditEvent = Awaited<ReturnType<Admin['events']>>['events'][number]

/** What happened, in words; opened, everything that was recorded. */
export function EventRow({
  event,
  names,
}: {
  event: AuditEvent
  /** What people are called, where the list is not of one person. */
  names?: ReadonlyMap<string, string>
}) {
  const t = useTexts()
  const data = (event.data ?? {}) as Readonly<Record<string, unknown>>
  const device = readDevice(data)
  const by = names?.get(String(data.administrator))
  return (
    <OpenRow
      summary={
        <span className="min-w-0 flex-1 sm:flex sm:items-baseline sm:gap-4">
          <span className="block min-w-0 flex-1 font-medium break-words">
            {t(eventWords(event.type).text)}
          </span>
          <span className="block min-w-0 text-sm break-words text-muted">
            <DotList
              items={[
                names?.get(event.subject ?? ''),
                by && t('admin.events.by', { name: by }),
                isKnown(device) ? deviceName(device, t) : undefined,
                typeof data.address === 'string' ? data.address : undefined,
              ]}
            />
          </span>
          <span className="block shrink-0 text-sm text-muted">
            <Moment at={event.time} />
          </span>
        </span>
      }
    >
      {event.subject !== undefined && names?.has(event.subject) ? (
        <Link
          to="/admin/people/$sub"
          params={{ sub: event.subject }}
          className="inline-flex min-h-9 items-center self-start rounded-sm font-medium text-accent-ink underline-offset-2 hover:underline pointer-coarse:min-h-11"
        >
          {t('admin.events.open')}
        </Link>
      ) : null}
      <Raw text={JSON.stringify(event, undefined, 2)} />
    </OpenRow>
  )
}
