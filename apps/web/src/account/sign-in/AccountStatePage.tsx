import { createWaysIn } from '@awan/client/ways-in'
import { isServiceError } from '@awan/protocol/errors'
import { Link } from '@tanstack/react-router'
import {
  Hourglass,
  KeyRound,
  Lock,
  type LucideIcon,
  ScanSearch,
  Snowflake,
  Trash2,
} from 'lucide-react'
import { useState } from 'react'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useClient } from '../../session/ClientProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import type { ContactDraft } from '../contact-field/contact-draft.ts'
import { EntranceHeading } from '../EntranceLayout.tsx'
import { RECOVER_PATH } from '../entrance-paths.ts'
import type { AccountState } from './account-state.ts'
import type { Obstacle } from './bring-proof.ts'

const icons: Record<AccountState['name'], LucideIcon> = {
  pending: Hourglass,
  locked: Lock,
  blocked: Lock,
  frozen: Snowflake,
  review: ScanSearch,
  deleting: Trash2,
  reset: KeyRound,
}

/** Why a right proof does not open the account, and what the person can do about it. */
export function AccountStatePage({
  state,
  contact,
  onMeet,
  onRestart,
  onUseCode,
}: {
  state: AccountState
  contact?: ContactDraft | undefined
  onMeet: (next: Obstacle | undefined) => void
  onRestart: () => void
  onUseCode?: (() => void) | undefined
}) {
  const { t } = useLanguage()
  const text = useStateText()(state)
  const Icon = icons[state.name]
  return (
    <>
      <span
        aria-hidden="true"
        className="mb-5 grid size-12 place-items-center rounded-full bg-sunken text-muted"
      >
        <Icon className="size-6" strokeWidth={1.75} />
      </span>
      <EntranceHeading title={t(`signIn.state.${state.name}.title`)} takesFocus>
        {text}
      </EntranceHeading>
      <div className="flex flex-col gap-3">
        {state.name === 'deleting' && state.restoreToken !== undefined ? (
          <Restore token={state.restoreToken} onMeet={onMeet} onRestart={onRestart} />
        ) : null}
        {state.name === 'reset' ? (
          <Link
            to={RECOVER_PATH}
            {...(contact === undefined ? {} : { state: { contact } })}
            className={buttonClass({ size: 'large' })}
          >
            {t('signIn.state.reset.go')}
          </Link>
        ) : null}
        {state.name === 'locked' && onUseCode ? (
          <Button size="large" onClick={onUseCode}>
            {t('signIn.state.locked.code')}
          </Button>
        ) : null}
        <Button look="quiet" size="large" onClick={onRestart}>
          {t(state.name === 'locked' ? 'signIn.code.back' : 'signIn.state.other')}
        </Button>
      </div>
    </>
  )
}

function useStateText() {
  const { t, tag } = useLanguage()
  return (state: AccountState): string => {
    if (state.name === 'locked') {
      if (state.untilMs === undefined) return t('signIn.state.locked.text')
      const clock = new Intl.DateTimeFormat(tag, { hour: '2-digit', minute: '2-digit' })
      return t('signIn.state.locked.until', { time: clock.format(state.untilMs) })
    }
    if (state.name !== 'deleting') return t(`signIn.state.${state.name}.text`)
    if (state.restoreToken === undefined) return t('signIn.state.deleting.final')
    if (state.dueAt === undefined) return t('signIn.state.deleting.text')
    const day = new Intl.DateTimeFormat(tag, { dateStyle: 'long' }).format(new Date(state.dueAt))
    return t('signIn.state.deleting.until', { date: day })
  }
}

function Restore({
  token,
  onMeet,
  onRestart,
}: {
  token: string
  onMeet: (next: Obstacle | undefined) => void
  onRestart: () => void
}) {
  const client = useClient()
  const { t } = useLanguage()
  const handleError = useErrorHandler()
  const [isBusy, setBusy] = useState(false)

  async function restore() {
    setBusy(true)
    try {
      await createWaysIn(client).restore({ restore_token: token })
      onMeet(undefined)
    } catch (error) {
      handleError(error)
      // The offer is good for ten minutes; after that the person proves again who they are.
      if (isServiceError(error, 'expired_token')) onRestart()
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button size="large" busy={isBusy} onClick={restore}>
      {t('signIn.state.deleting.restore')}
    </Button>
  )
}
