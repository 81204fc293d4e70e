import { Link } from '@tanstack/react-router'
import { ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLanguage, useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Section } from '../../ui/Section.tsx'
import { SettingRow } from '../../ui/SettingRow.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { CentrePage } from '../centre/CentrePage.tsx'
import { Loaded } from '../rooms/Loaded.tsx'
import { useDeletion } from './use-deletion.ts'

const DAY_SECONDS = 24 * 60 * 60

type Flow = ReturnType<typeof useDeletion>

/** `files` says how much the person has stored, `others` what others would lose; the account does not know. */
export function DeleteAccountScreen({ files, others }: { files: ReactNode; others: ReactNode }) {
  const t = useTexts()
  const flow = useDeletion()
  const { eligibility, me } = flow
  return (
    <CentrePage title={t('deletion.title')} intro={t('deletion.intro')}>
      <Loaded query={eligibility}>
        {({ eligible, reasons, grace_period }) =>
          eligible ? (
            <Loaded query={me}>
              {({ name }) => (
                <Deletion
                  flow={flow}
                  name={name}
                  days={Math.ceil(grace_period / DAY_SECONDS)}
                  files={files}
                  others={others}
                />
              )}
            </Loaded>
          ) : (
            <Obstacles reasons={reasons} />
          )
        }
      </Loaded>
    </CentrePage>
  )
}

function Deletion({
  flow,
  name,
  days,
  files,
  others,
}: {
  flow: Flow
  name: string
  days: number
  files: ReactNode
  others: ReactNode
}) {
  const t = useTexts()
  return (
    <>
      <Section title={t('deletion.lost')}>
        <SettingRow label={t('deletion.lost.files')} value={files} />
        <Losses losses={flow.losses} />
      </Section>
      <p className="-ms-3 mt-3">
        <Link to="/account/data" className={buttonClass({ look: 'plain', size: 'small' })}>
          {t('deletion.lost.copy')}
        </Link>
      </p>
      <div className="mt-9">{others}</div>
      <Section title={t('deletion.grace')} intro={t('deletion.grace.text', { days })} />
      <form noValidate onSubmit={flow.submit} className="mt-8 flex max-w-md flex-col gap-4">
        <TextField
          label={t('deletion.type', { name })}
          autoComplete="off"
          spellCheck={false}
          value={flow.typed}
          onChange={(event) => flow.type(event.target.value)}
          error={flow.isWrong ? t('deletion.type.wrong') : undefined}
        />
        <Button type="submit" look="danger" className="self-start" busy={flow.isBusy}>
          {t('deletion.go')}
        </Button>
      </form>
    </>
  )
}

function Losses({ losses }: { losses: Flow['losses'] }) {
  const { t, tag } = useLanguage()
  const number = new Intl.NumberFormat(tag)
  return (
    <Loaded query={losses} rows={3} isInSection>
      {(counts) =>
        (['devices', 'passkeys', 'apps'] as const).map((what) => (
          <SettingRow
            key={what}
            label={t(`deletion.lost.${what}`)}
            value={<span className="tabular-nums">{number.format(counts[what])}</span>}
          />
        ))
      }
    </Loaded>
  )
}

function Obstacles({ reasons }: { reasons: readonly string[] }) {
  const t = useTexts()
  return (
    <Section title={t('deletion.cannot')}>
      {reasons.map((reason) => (
        <SettingRow
          key={reason}
          icon={<ShieldAlert aria-hidden="true" className="size-5 text-muted" strokeWidth={1.75} />}
          label={t(textOf(reason))}
          {...(reason === 'last_administrator' && {
            action: (
              <Link to="/admin/people" className={buttonClass({ look: 'quiet', size: 'small' })}>
                {t('deletion.reason.last_administrator.go')}
              </Link>
            ),
          })}
        />
      ))}
    </Section>
  )
}

function textOf(reason: string) {
  return reason === 'last_administrator' || reason === 'anonymous_account'
    ? (`deletion.reason.${reason}` as const)
    : 'deletion.reason.other'
}
