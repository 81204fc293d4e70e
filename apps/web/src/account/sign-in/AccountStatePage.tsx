import { carriesMessage, isServiceError } from '@awan/protocol/errors'
import { Link } from '@tanstack/react-router'
import {
  CircleDashed,
  Hourglass,
  KeyRound,
  Lock,
  type LucideIcon,
  ScanSearch,
  Snowflake,
  Trash2,
} from 'lucide-react'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useErrorMessage } from '../../session/use-error-handler.ts'
import { useServerFacts } from '../../session/use-server-facts.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import type { ContactDraft } from '../contact-field/contact-draft.ts'
import { EntranceHeading } from '../EntranceLayout.tsx'
import { RECOVER_PATH } from '../entrance-paths.ts'
import type { AccountState } from './account-state.ts'
import type { Obstacle } from './bring-proof.ts'
import { LookAgain } from './LookAgain.tsx'
import { Restore } from './Restore.tsx'

type StateName = AccountState['name'] | 'inactive'

const icons: Record<StateName, LucideIcon> = {
  pending: Hourglass,
  inactive: CircleDashed,
  locked: Lock,
  waiting: Hourglass,
  blocked: Lock,
  frozen: Snowflake,
  review: ScanSearch,
  deleting: Trash2,
  reset: KeyRound,
}

/** What ends by itself, or by somebody else's hand. */
const passing: readonly StateName[] = ['pending', 'inactive', 'blocked', 'frozen', 'review']

/** Why a right proof does not open the account, and what the person can do about it. */
export function AccountStatePage({
  obstacle: { state, error, proof },
  contact,
  search,
  onMeet,
  onRestart,
  onUseCode,
}: {
  obstacle: Extract<Obstacle, { kind: 'state' }>
  contact?: ContactDraft | undefined
  search: { from?: string }
  onMeet: (next: Obstacle | undefined) => void
  onRestart: () => void
  onUseCode?: (() => void) | undefined
}) {
  const { t } = useLanguage()
  const facts = useServerFacts()
  // ACC-23, ACC-24: where nobody is let in by hand, there is nothing to wait for.
  const isForgotten =
    state.name === 'pending' && facts !== undefined && facts.sign_up !== 'approval'
  const name: StateName = isForgotten ? 'inactive' : state.name
  const messageOf = useErrorMessage()
  const stateText = useStateText()
  // What the server says in words of its own needs none of ours.
  const advice =
    isServiceError(error) && carriesMessage(error)
      ? undefined
      : stateText(isForgotten ? { name: 'inactive' } : state)
  const Icon = icons[name]
  return (
    <>
      <span
        aria-hidden="true"
        className="mb-5 grid size-12 place-items-center rounded-full bg-sunken text-muted"
      >
        <Icon className="size-6" strokeWidth={1.75} />
      </span>
      <EntranceHeading title={t(`signIn.state.${name}.title`)} takesFocus>
        {messageOf(error)}
        {advice && <span className="mt-2 block">{advice}</span>}
      </EntranceHeading>
      <div className="flex flex-col gap-3">
        {state.name === 'deleting' && state.restoreToken !== undefined ? (
          <Restore token={state.restoreToken} onMeet={onMeet} onRestart={onRestart} />
        ) : null}
        {state.name === 'reset' ? (
          <Link
            to={RECOVER_PATH}
            search={search}
            state={{ isRequired: true, ...(contact && { contact }) }}
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
        {proof && passing.includes(name) ? (
          <LookAgain proof={proof} state={state} onMeet={onMeet} onRestart={onRestart} />
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
  return (state: AccountState | { name: 'inactive' }): string => {
    if (state.name === 'locked') {
      if (state.untilMs === undefined) return t('signIn.state.locked.text')
      const clock = new Intl.DateTimeFormat(tag, { hour: '2-digit', minute: '2-digit' })
      return t('signIn.state.locked.until', { time: clock.format(state.untilMs) })
    }
    if (state.name === 'waiting') {
      const moment = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'short' })
      return t('signIn.state.waiting.text', { time: moment.format(state.untilMs) })
    }
    if (state.name !== 'deleting') return t(`signIn.state.${state.name}.text`)
    if (state.restoreToken === undefined) return t('signIn.state.deleting.final')
    if (state.dueAt === undefined) return t('signIn.state.deleting.text')
    const day = new Intl.DateTimeFormat(tag, { dateStyle: 'long' }).format(new Date(state.dueAt))
    return t('signIn.state.deleting.until', { date: day })
  }
}
