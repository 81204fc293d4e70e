import { isServiceError } from '@awan/protocol/errors'
import { Link2 } from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useConfirm } from '../../session/use-confirm.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { RowButton } from '../../ui/RowButton.tsx'
import { Section } from '../../ui/Section.tsx'
import { Loaded } from '../rooms/Loaded.tsx'
import { type BoundElsewhere, type Provider, useLinkedAccounts } from './use-linked-accounts.ts'

/** Third parties with whose accounts this one opens. Where the server knows none, nothing is said. */
export function LinkedAccountsSection() {
  const t = useTexts()
  const { ask, dialog } = useConfirm()
  const { query, awayAt, problem, link, unlink, takeOver, openOther } =
    useLinkedAccounts(askTakeOver)

  function askUnlink(provider: Provider) {
    ask({
      words: (t) => ({
        title: t('linked.unlink.title', { provider: provider.name }),
        text: t('linked.unlink.text'),
        confirm: t('linked.unlink'),
      }),
      act: () => unlink(provider),
      explain: (error) =>
        isServiceError(error, 'failed_precondition') ? (t) => t('passkeys.last') : undefined,
    })
  }

  /** A choice between two accounts of the same server. */
  function askTakeOver(elsewhere: BoundElsewhere) {
    const provider = elsewhere.provider.name
    ask({
      words: (t) => ({
        title: t('linked.elsewhere.title', { provider }),
        text: t('linked.elsewhere.text'),
        confirm: t('linked.elsewhere.move'),
        cancel: t('linked.elsewhere.leave'),
        other: t('linked.elsewhere.open'),
        look: 'primary',
      }),
      act: () => takeOver(elsewhere),
      other: () => openOther(elsewhere),
      explain: (error) => {
        if (isServiceError(error, 'two_factor_required'))
          return (t) => t('linked.elsewhere.step', { provider })
        if (isServiceError(error, 'failed_precondition')) return (t) => t('linked.elsewhere.last')
        if (isServiceError(error, 'already_exists')) return (t) => t('linked.other', { provider })
        return isServiceError(error, 'expired_token', 'not_found')
          ? (t) => t('linked.over')
          : undefined
      },
    })
  }

  if (query.data?.total === 0 || query.isPending) return null
  return (
    <Section title={t('linked.title')} intro={t('linked.intro')}>
      <Loaded query={query} rows={2} isInSection>
        {({ data }) =>
          data.map(({ bind, provider_user_name, ...provider }) => (
            <ListRow
              key={provider.id}
              icon={Link2}
              tone={bind ? 'accent' : 'grey'}
              title={provider.name}
              action={
                bind ? (
                  <RowButton
                    look="quiet"
                    aria-label={t('linked.unlink.of', { provider: provider.name })}
                    onClick={() => askUnlink(provider)}
                  >
                    {t('linked.unlink')}
                  </RowButton>
                ) : (
                  <RowButton
                    look="quiet"
                    aria-label={t('linked.link.of', { provider: provider.name })}
                    onClick={() => void link(provider)}
                  >
                    {t('linked.link')}
                  </RowButton>
                )
              }
            >
              <Problem>
                {problem?.providerId === provider.id
                  ? t(problem.text, { provider: provider.name })
                  : undefined}
              </Problem>
              <span aria-live="polite">
                {problem?.providerId === provider.id
                  ? null
                  : awayAt === provider.id
                    ? t('linked.waiting', { provider: provider.name })
                    : !bind
                      ? t('linked.free')
                      : provider_user_name === undefined
                        ? t('linked.bound')
                        : t('linked.as', { name: provider_user_name })}
              </span>
            </ListRow>
          ))
        }
      </Loaded>
      {dialog}
    </Section>
  )
}
