import type { AdminUserDetails } from '@awan/client/admin'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import type { Act } from '../ActDialog.tsx'
import { useAdmin } from '../use-admin.ts'

type Verb =
  | 'approve'
  | 'release'
  | 'review'
  | 'freeze'
  | 'block'
  | 'reset'
  | 'secondStep'
  | 'appoint'
  | 'dismiss'
  | 'delete'

/** What the state of an account allows; the server has the last word. */
export function usePersonActs(person: AdminUserDetails, { isSelf }: { isSelf: boolean }): Act[] {
  const t = useTexts()
  const { users } = useAdmin()
  const { sub, name, status, methods } = person

  function describe(
    verb: Verb,
    run: Act['run'],
    options: Pick<Act, 'isDanger' | 'takesReason' | 'mustType'> = { takesReason: true },
  ): Act {
    return {
      title: t(`admin.do.${verb}.title`, { name }),
      text: t(`admin.do.${verb}.text`),
      confirm: t(`admin.do.${verb}`),
      done: t(`admin.do.${verb}.done`, { name }),
      run,
      ...options,
    }
  }

  const setStatus = (next: 'ACTIVE' | 'FROZEN' | 'BLOCKED' | 'UNDER_REVIEW') => (given: Given) =>
    users.setStatus(sub, { status: next, ...given })

  const acts: Act[] = []
  if (status === 'DELETING') return acts
  if (!isSelf) {
    if (status === 'PENDING') acts.push(describe('approve', setStatus('ACTIVE')))
    else if (status !== 'ACTIVE') acts.push(describe('release', setStatus('ACTIVE')))
    if (status !== 'UNDER_REVIEW') acts.push(describe('review', setStatus('UNDER_REVIEW')))
    if (status !== 'FROZEN') acts.push(describe('freeze', setStatus('FROZEN')))
    if (status !== 'BLOCKED') acts.push(describe('block', setStatus('BLOCKED')))
    if (methods.password && !person.password_reset_required) {
      acts.push(describe('reset', (given) => users.requirePasswordReset(sub, given)))
    }
    if (methods.two_factor.length > 0) {
      acts.push(describe('secondStep', (given) => users.turnOffSecondStep(sub, given)))
    }
  }
  if (person.is_administrator) {
    acts.push(describe('dismiss', setAdministrator(false), {}))
  } else if (status === 'ACTIVE') {
    acts.push(describe('appoint', setAdministrator(true), {}))
  }
  if (!isSelf) {
    acts.push(
      describe('delete', ({ sudo_token }) => users.remove(sub, { sudo_token }), {
        isDanger: true,
        mustType: name.trim(),
      }),
    )
  }
  return acts

  function setAdministrator(is_administrator: boolean) {
    return ({ sudo_token }: Given) => users.setAdministrator(sub, { is_administrator, sudo_token })
  }
}

type Given = Parameters<Act['run']>[0]
