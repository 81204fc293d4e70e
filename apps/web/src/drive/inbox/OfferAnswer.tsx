import { createOffers } from '@awan/client/inbox'
import type { InboxMessage } from '@awan/protocol/drive'
import { useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useClient } from '../../session/ClientProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { AcceptDialog } from './AcceptDialog.tsx'

type Act = (work: () => Promise<unknown>) => Promise<void>

/** An offer is accepted into a folder, or declined. */
export function OfferAnswer({
  id,
  file,
  act,
}: {
  id: string
  file: NonNullable<InboxMessage['file']>
  act: Act
}) {
  const t = useTexts()
  const offers = createOffers(useClient())
  const [isChoosing, setChoosing] = useState(false)
  const [isBusy, setBusy] = useState(false)
  async function answer(work: () => Promise<unknown>): Promise<void> {
    setBusy(true)
    await act(work)
    setBusy(false)
  }
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2">
      <Button size="small" busy={isBusy} onClick={() => setChoosing(true)}>
        {t('inbox.accept')}
      </Button>
      <Button
        look="quiet"
        size="small"
        busy={isBusy}
        onClick={() => void answer(() => offers.decline(id))}
      >
        {t('inbox.decline')}
      </Button>
      {isChoosing ? (
        <AcceptDialog
          offerId={id}
          file={file}
          onTake={(place) => {
            setChoosing(false)
            void answer(() => offers.accept(id, place))
          }}
          onClose={() => setChoosing(false)}
        />
      ) : null}
    </div>
  )
}
