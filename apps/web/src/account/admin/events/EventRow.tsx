import type { Admin } from '@awan/client/admin'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { eventWords } from '../../activity/event-words.ts'
import { Moment } from '../Moment.tsx'

export type AuditEvent = Awaited<ReturnType<Admin['events']>>['events'][number]

/** What happened, in words; opened, everything that was recorded. */
export function EventRow({
  event,
  person,
}: {
  event: AuditEvent
  /** Whom it is about, where the list is not of one person. */
  person?: { name: string | undefined }
}) {
  const t = useTexts()
  const { device_name, address } = (event.data ?? {}) as Record<string, unknown>
  const from = [person?.name, device_name, address]
    .filter((part) => typeof part === 'string')
    .join(' · ')
  return (
    <details className="group">
      <summary className="-mx-3 flex min-h-13 cursor-pointer list-none items-center gap-3 rounded-sm px-3 py-2 hover:bg-hover [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-4 shrink-0 text-faint transition-transform duration-[120ms] group-open:rotate-90"
          strokeWidth={1.75}
        />
        <span className="min-w-0 flex-1 sm:flex sm:items-baseline sm:gap-4">
          <span className="block min-w-0 flex-1 font-medium break-words">
            {t(eventWords(event.type).text)}
          </span>
          <span className="block min-w-0 text-sm break-words text-muted">{from}</span>
          <span className="block shrink-0 text-sm text-muted">
            <Moment at={event.time} />
          </span>
        </span>
      </summary>
      <div className="pb-4 ps-7">
        {person && event.subject !== undefined ? (
          <p className="mb-2">
            <Link
              to="/admin/people/$sub"
              params={{ sub: event.subject }}
              className="inline-flex min-h-9 items-center rounded-sm font-medium text-accent-ink underline-offset-2 hover:underline pointer-coarse:min-h-11"
            >
              {t('admin.events.open')}
            </Link>
          </p>
        ) : null}
        <pre className="rounded-md bg-sunken p-3.5 text-xs break-all whitespace-pre-wrap">
          {JSON.stringify(event, undefined, 2)}
        </pre>
      </div>
    </details>
  )
}
