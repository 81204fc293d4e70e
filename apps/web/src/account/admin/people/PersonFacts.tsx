import type { AdminUserDetails } from '@awan/client/admin'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { Section } from '../../../ui/Section.tsx'
import { SettingRow } from '../../../ui/SettingRow.tsx'
import { methodName } from '../../two-factor/method-facts.ts'
import { Moment } from '../Moment.tsx'

export function PersonFacts({ person }: { person: AdminUserDetails }) {
  const t = useTexts()
  const { methods } = person
  return (
    <>
      <Section title={t('admin.person.facts')} intro={t('admin.person.facts.seen')}>
        <SettingRow
          label={t('admin.person.email')}
          value={person.email ?? '–'}
          {...(person.email !== undefined &&
            !person.email_verified && { hint: t('admin.person.email.unverified') })}
        />
        <SettingRow label={t('admin.person.phone')} value={person.phone_number ?? '–'} />
        {person.username === undefined ? null : (
          <SettingRow label={t('admin.person.username')} value={person.username} />
        )}
        <SettingRow label={t('admin.person.id')} value={person.sub} />
        <SettingRow
          label={t('admin.person.since')}
          value={<Moment at={person.created_at} />}
          {...(person.created_from !== undefined && { hint: person.created_from })}
        />
        {person.deletion_due_at === undefined ? null : (
          <SettingRow
            label={t('admin.person.deletion')}
            value={<Moment at={person.deletion_due_at} />}
          />
        )}
      </Section>
      <Section title={t('admin.person.waysIn')}>
        <SettingRow
          label={t('admin.person.password')}
          value={
            person.password_reset_required
              ? t('admin.person.password.reset')
              : t(methods.password ? 'admin.set' : 'admin.notSet')
          }
          {...(person.password_updated_at !== undefined && {
            hint: <Moment at={person.password_updated_at} />,
          })}
        />
        <SettingRow
          label={t('admin.person.secondStep')}
          value={
            methods.two_factor.length === 0
              ? t('admin.off')
              : methods.two_factor.map((method) => methodName(method, t) ?? method).join(', ')
          }
          {...(methods.two_factor.length > 0 && {
            hint: t('admin.person.recovery', { count: methods.recovery_codes_left }),
          })}
        />
        <SettingRow label={t('admin.person.passkeys')} value={methods.passkeys} />
        <SettingRow
          label={t('admin.person.linked')}
          value={methods.providers.length === 0 ? '–' : methods.providers.join(', ')}
        />
        <SettingRow label={t('admin.person.trusted')} value={methods.trusted_devices} />
        <SettingRow label={t('admin.person.apps')} value={methods.authorized_apps} />
      </Section>
    </>
  )
}
