import { Link2, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { GranteePicture } from '../sharing/GranteePicture.tsx'
import { nameOf } from '../sharing/grantee.ts'
import type { LossQuestion } from './action-parts.ts'

/** Who would lose access by a move: it is made only after a yes. */
export function LossesDialog({
  question: { count, folder, losses },
  onAnswer,
  onClose,
}: {
  question: LossQuestion
  onAnswer: (isSure: boolean) => void
  onClose: () => void
}) {
  const t = useTexts()
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('act.losses.title')}
      description={
        folder === undefined
          ? t('act.losses.text', { count })
          : t('act.losses.text.folder', { count, name: folder })
      }
      closeLabel={t('app.close')}
    >
      <div className="flex flex-col gap-4">
        <ul
          aria-label={t('act.losses.who')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled with the keys
          tabIndex={0}
          className="flex max-h-[min(18rem,40dvh)] flex-col gap-1 overflow-y-auto overscroll-contain rounded-md border border-line px-3 py-1.5"
        >
          {losses.losses.map(({ grantee, people_count, keeps_some }) =>
            grantee.kind === 'link' ? null : (
              <LossRow
                key={JSON.stringify(grantee)}
                picture={<GranteePicture grantee={grantee} />}
                name={nameOf(grantee)}
                isName
                notes={[
                  ...(people_count === undefined
                    ? []
                    : [t('act.losses.people', { count: people_count })]),
                  ...(keeps_some ? [t('act.losses.fewer')] : []),
                ]}
              />
            ),
          )}
          {losses.more_count > 0 ? (
            <LossRow
              picture={<Sign icon={UserRound} />}
              name={t('act.losses.more', { count: losses.more_count })}
            />
          ) : null}
          {losses.link_count > 0 ? (
            <LossRow
              picture={<Sign icon={Link2} />}
              name={t('act.losses.links', { count: losses.link_count })}
            />
          ) : null}
          {losses.has_others ? (
            <LossRow picture={<Sign icon={UserRound} />} name={t('act.losses.others')} />
          ) : null}
        </ul>
        <p className="text-sm text-muted">{t('act.losses.undo')}</p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button onClick={() => onAnswer(true)}>{t('act.losses.move')}</Button>
        </div>
      </div>
    </Dialog>
  )
}

function LossRow({
  picture,
  name,
  isName = false,
  notes = [],
}: {
  picture: ReactNode
  name: string
  /** Of somebody: not a text of ours. */
  isName?: boolean
  notes?: readonly string[]
}) {
  return (
    <li className="flex min-h-12 items-center gap-3 py-1">
      {picture}
      <span className="min-w-0 flex-1">
        <span translate={isName ? 'no' : undefined} className="block font-medium break-words">
          {name}
        </span>
        {notes.map((note) => (
          <span key={note} className="block text-sm text-muted">
            {note}
          </span>
        ))}
      </span>
    </li>
  )
}

function Sign({ icon: Icon }: { icon: typeof Link2 }) {
  return (
    <span className="grid size-9 shrink-0 place-items-center rounded-full bg-grey-soft text-grey">
      <Icon aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
    </span>
  )
}
