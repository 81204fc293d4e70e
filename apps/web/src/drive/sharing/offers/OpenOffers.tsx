import { createOffers } from '@awan/client/inbox'
import type { Offer } from '@awan/protocol/drive'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLanguage } from '../../../i18n/LanguageProvider.tsx'
import { useClient } from '../../../session/ClientProvider.tsx'
import { useErrorHandler } from '../../../session/use-error-handler.ts'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { RowButton } from '../../../ui/RowButton.tsx'
import { Section } from '../../../ui/Section.tsx'
import { SettingRow } from '../../../ui/SettingRow.tsx'
import { formatDay } from '../format-day.ts'
import { OFFERS } from './open-offers-query.ts'

/** What the person has offered to others and nobody has answered; nothing where there is none. */
export function OpenOffers() {
  const { t, tag } = useLanguage()
  const client = useClient()
  const queries = useQueryClient()
  const announce = useAnnounce()
  const handleError = useErrorHandler()
  const { data: given = [] } = useQuery({
    queryKey: OFFERS,
    queryFn: async ({ signal }) => (await createOffers(client).list({ signal })).given,
    staleTime: 0,
  })
  if (given.length === 0) return null

  async function takeBack({ id }: Offer): Promise<void> {
    try {
      await createOffers(client).takeBack(id)
      announce(t('offer.takenBack'))
    } catch (error) {
      handleError(error)
    }
    await queries.invalidateQueries({ queryKey: OFFERS })
  }

  return (
    <Section title={t('offer.open')}>
      {given.map((offer) => {
        const name = offer.file?.name ?? t('offer.gone')
        const day = formatDay(offer.expires_time, tag)
        return (
          <SettingRow
            key={offer.id}
            label={name}
            hint={t('offer.to', { name: offer.to.name, day })}
            action={
              <RowButton
                look="quiet"
                aria-label={t('offer.takeBack.of', { name })}
                onClick={() => void takeBack(offer)}
              >
                {t('offer.takeBack')}
              </RowButton>
            }
          />
        )
      })}
    </Section>
  )
}
