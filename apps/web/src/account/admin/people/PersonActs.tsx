import type { AdminUserDetails } from '@awan/client/admin'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { Section } from '../../../ui/Section.tsx'
import type { Act } from '../ActDialog.tsx'
import { ActRow } from '../ActRow.tsx'
import { usePersonActs } from './use-person-acts.ts'

/** What can be done with an account, as far as its state allows. */
export function PersonActs({
  person,
  isSelf,
  onAct,
}: {
  person: AdminUserDetails
  isSelf: boolean
  onAct: (act: Act) => void
}) {
  const t = useTexts()
  const acts = usePersonActs(person, { isSelf })
  return (
    <Section
      title={t('admin.person.acts')}
      {...(isSelf && { intro: t('admin.person.self') })}
      {...(person.status === 'DELETING' && { intro: t('admin.refused.deleting') })}
    >
      {acts.length === 0
        ? undefined
        : acts.map((act) => (
            <ActRow
              key={act.confirm}
              text={act.text}
              button={act.confirm}
              isDanger={act.isDanger}
              onPress={() => onAct(act)}
            />
          ))}
    </Section>
  )
}
