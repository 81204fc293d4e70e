import type { OfferPlace } from '@awan/client/inbox'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { PickFolder } from '../actions/pick/PickFolder.tsx'
import { toPickPlaces } from '../actions/pick/pick-places.ts'
import { DriveProvider, useDrive } from '../DriveProvider.tsx'
import { drivesQuery } from '../drives-query.ts'
import { DriveListsProvider } from '../listing/DriveListsProvider.tsx'
import { KeptAccess } from './KeptAccess.tsx'

/** Where something goes that a person accepts: a folder of their own drive, or of a team drive. */
export function AcceptDialog({
  offerId,
  file: { id: fileId, name },
  onTake,
  onClose,
}: {
  offerId: string
  file: { id: string; name: string }
  onTake: (place: OfferPlace) => void
  onClose: () => void
}) {
  const t = useTexts()
  const { data } = useQuery(drivesQuery(useDrive()))
  const [key, setKey] = useState('own')
  const [own, ...others] = toPickPlaces(data?.drives ?? [], t('nav.files'))
  // What others share belongs to them.
  const places = [own, ...others.filter(({ owner }) => owner === undefined)]
  const place = places.find((one) => one.key === key) ?? own
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('inbox.accept.title', { name })}
      description={t('inbox.accept.text')}
      closeLabel={t('app.close')}
    >
      <div className="flex flex-col gap-3">
        <KeptAccess offerId={offerId} fileId={fileId}>
          {places.length > 1 ? (
            <SelectField
              label={t('inbox.accept.drive')}
              value={place.key}
              onChange={({ target }) => setKey(target.value)}
              choices={places.map((one) => ({ value: one.key, label: one.top.name }))}
            />
          ) : null}
          <DriveProvider key={place.key} driveId={place.driveId}>
            <DriveListsProvider>
              <PickFolder
                purpose="move"
                chosen={NOTHING}
                top={place.top}
                onTake={({ id }) => onTake({ drive_id: place.driveId, parent_id: id })}
                onClose={onClose}
              />
            </DriveListsProvider>
          </DriveProvider>
        </KeptAccess>
      </div>
    </Dialog>
  )
}

const NOTHING = [] as const
