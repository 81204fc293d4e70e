import type { ActionKind } from '@awan/protocol/drive'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { History } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Notice } from '../../ui/Notice.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { ActivityList } from './ActivityList.tsx'
import { actionKinds, readActivitySearch } from './activity-kinds.ts'

/** What was done in the whole drive. */
export function ActivityScreen({ heading }: { heading?: ReactNode }) {
  const t = useTexts()
  const { kind } = readActivitySearch(useSearch({ strict: false }))
  usePageTitle(t('driveActivity.title'), t('app.name'))
  return (
    <div className="h-full overflow-y-auto overscroll-contain">
      {heading ?? (
        <div className="flex h-14 items-center px-4 md:h-16 md:px-5">
          <h1 tabIndex={-1} className="text-lg font-semibold tracking-[-0.01em] outline-none">
            {t('driveActivity.title')}
          </h1>
        </div>
      )}
      <div className="flex max-w-3xl flex-col gap-4 px-4 pb-10 md:px-5">
        <KindChips kind={kind} />
        <ActivityList
          key={kind}
          wanted={{ kind }}
          headingLevel={2}
          empty={
            <Notice
              picture={
                <span className="grid size-16 place-items-center rounded-full bg-accent-soft text-accent-ink">
                  <History className="size-7" strokeWidth={1.5} />
                </span>
              }
              title={t(kind === undefined ? 'driveActivity.empty' : 'driveActivity.none')}
            >
              {t('driveActivity.empty.hint')}
            </Notice>
          }
        />
      </div>
    </div>
  )
}

function KindChips({ kind }: { kind: ActionKind | undefined }) {
  const t = useTexts()
  const navigate = useNavigate()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is a form's, and this is none
    <div role="group" aria-label={t('driveActivity.filter')} className="flex flex-wrap gap-2">
      {[undefined, ...actionKinds].map((choice) => (
        <button
          key={choice ?? 'all'}
          type="button"
          aria-pressed={kind === choice}
          onClick={() =>
            void navigate({ to: '.', search: { kind: choice } as never, replace: true })
          }
          className={classNames(
            'min-h-8 rounded-md border px-3 text-sm font-medium transition-colors duration-[120ms] pointer-coarse:min-h-11',
            kind === choice
              ? 'border-accent bg-accent-soft text-accent-ink'
              : 'border-line-strong text-muted hover:bg-hover hover:text-text',
          )}
        >
          {t(`driveActivity.filter.${choice ?? 'all'}`)}
        </button>
      ))}
    </div>
  )
}
