import type { Inbox } from '@awan/client/inbox'
import type { GrantRole, InboxMessage } from '@awan/protocol/drive'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatWhen } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { InlineSelect } from '../../ui/InlineSelect.tsx'
import { toFileLink, toFolderLink } from '../address/folder-link.ts'
import { useDrive } from '../DriveProvider.tsx'
import { aboutQuery } from '../drive-queries.ts'
import { roleChoices } from '../sharing/role-words.ts'
import { messageWords } from './message-words.ts'
import { OfferAnswer } from './OfferAnswer.tsx'

type Act = (work: () => Promise<unknown>) => Promise<void>

/** One message, leading to what it is about. */
export function MessageRow({
  message,
  inbox,
  act,
}: {
  message: InboxMessage
  inbox: Inbox
  act: Act
}) {
  const { t, tag } = useLanguage()
  const words = messageWords(message, t)
  const { id, kind, read, role, senders = [], text, created_time, state } = message
  const notes = [
    formatWhen(new Date(created_time), new Date(), { t, tag }),
    role && t(`share.role.${role}`),
    senders.length > 0 && t('inbox.from', { names: senders.join(', ') }),
    state === 'granted' && t('inbox.granted'),
    kind !== 'transfer_answered' && state === 'declined' && t('inbox.declined'),
    kind === 'transfer_offered' && state === 'accepted' && t('inbox.accepted'),
    state === 'expired' && t('inbox.expired'),
  ].filter((note) => typeof note === 'string')
  return (
    <li className="flex items-start gap-3 py-3">
      <span
        className={classNames(
          'mt-2 size-2 shrink-0 rounded-full',
          read ? 'bg-transparent' : 'bg-accent',
        )}
      >
        {read ? null : <span className="sr-only">{t('inbox.new')}</span>}
      </span>
      <div className="min-w-0 flex-1">
        <p className={classNames('wrap-break-word', !read && 'font-semibold')}>
          <Place message={message} onOpen={() => !read && void act(() => inbox.markRead([id]))}>
            {words}
          </Place>
        </p>
        {text === undefined || kind === 'transfer_answered' ? null : (
          <p translate="no" className="mt-0.5 text-pretty wrap-break-word">
            {text}
          </p>
        )}
        <p className="mt-0.5 text-sm text-muted wrap-break-word">{notes.join(' · ')}</p>
        {state === 'open' && message.file ? (
          kind === 'transfer_offered' ? (
            <OfferAnswer id={id} file={message.file} act={act} />
          ) : (
            <Answer message={message} file={message.file} inbox={inbox} act={act} />
          )
        ) : null}
      </div>
      <IconButton
        icon={Trash2}
        small
        label={t('inbox.delete', { text: words })}
        onClick={() => void act(() => inbox.delete(id))}
      />
    </li>
  )
}

function Place({
  message: { drive_id, file },
  onOpen,
  children,
}: {
  message: InboxMessage
  onOpen: () => void
  children: string
}) {
  const { data: own } = useQuery(aboutQuery(useDrive()))
  if (!file) return children
  // The own drive has no id in its addresses.
  const driveId = drive_id === own?.drive_id ? undefined : drive_id
  const className = 'rounded-sm hover:underline'
  if (file.kind === 'folder') {
    return (
      <Link {...toFolderLink(driveId, file.id)} onClick={onOpen} className={className}>
        {children}
      </Link>
    )
  }
  return (
    <Link
      {...toFileLink(driveId, file.id)}
      search={{ preview: file.id } as never}
      onClick={onOpen}
      className={className}
    >
      {children}
    </Link>
  )
}

/** A request is granted with a role, or declined. */
function Answer({
  message: { id, actor },
  file,
  inbox,
  act,
}: {
  message: InboxMessage
  file: NonNullable<InboxMessage['file']>
  inbox: Inbox
  act: Act
}) {
  const { t } = useLanguage()
  const [role, setRole] = useState<GrantRole>('viewer')
  const [isBusy, setBusy] = useState(false)
  async function answer(work: () => Promise<void>): Promise<void> {
    setBusy(true)
    await act(work)
    setBusy(false)
  }
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2">
      <InlineSelect
        label={t('inbox.role', { name: actor?.name || t('inbox.somebody') })}
        value={role}
        choices={roleChoices(file, t)}
        onChoose={setRole}
      />
      <Button size="small" busy={isBusy} onClick={() => void answer(() => inbox.grant(id, role))}>
        {t('inbox.grant')}
      </Button>
      <Button
        look="quiet"
        size="small"
        busy={isBusy}
        onClick={() => void answer(() => inbox.decline(id))}
      >
        {t('inbox.decline')}
      </Button>
    </div>
  )
}
