import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLanguage } from '../../../i18n/LanguageProvider.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { SelectField } from '../../../ui/SelectField.tsx'
import { useRightsInDrive } from '../../access/use-rights.ts'
import { DriveProvider, useDrive, useDriveId } from '../../DriveProvider.tsx'
import { drivesQuery } from '../../drives-query.ts'
import { DriveListsProvider } from '../../listing/DriveListsProvider.tsx'
import { type Chosen, countOf } from '../../selection/whole-place.ts'
import { useDriveActions } from '../use-drive-actions.ts'
import { PickFolder, PickFolderHere } from './PickFolder.tsx'
import { type PickPlace, toPickPlaces } from './pick-places.ts'
import type { RecentFolder } from './recent-folders.ts'

/** Where to move or copy: a folder of this drive, or of another one that the person may add to. */
export function PickDialog({
  purpose,
  chosen,
  onClose,
}: {
  purpose: 'move' | 'copy'
  chosen: Chosen
  onClose: () => void
}) {
  const { t, need } = useLanguage()
  const actions = useDriveActions()
  const driveId = useDriveId()
  const canAddHere = useRightsInDrive().includes('add')
  const { data } = useQuery(drivesQuery(useDrive()))
  const [hasTexts, setHasTexts] = useState(false)
  const [key, setKey] = useState<string>()
  useEffect(() => {
    // Without them there is the drive that one is in.
    need('drive-team').then(
      () => setHasTexts(true),
      () => undefined,
    )
  }, [need])
  const places = toPickPlaces(data?.drives ?? [], t('nav.files'))
  const elsewhere = places.filter((place) => place.driveId !== driveId)
  // Who may only look here puts it into their own drive.
  const place = elsewhere.find((one) => one.key === key) ?? (canAddHere ? undefined : places[0])

  function take(folder: RecentFolder) {
    onClose()
    if (place === undefined) return void actions[purpose](chosen, folder.id)
    void actions.bring(purpose, { driveId, chosen }, { ...folder, driveId: place.driveId })
  }

  const common = { purpose, chosen, onTake: take, onClose }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t(purpose === 'move' ? 'act.pick.move' : 'act.pick.copy', { count: countOf(chosen) })}
      closeLabel={t('app.close')}
    >
      <div className="flex flex-col gap-3">
        {hasTexts && elsewhere.length > 0 ? (
          <SelectField
            label={t('team.pick')}
            value={place?.key ?? HERE}
            onChange={({ target }) => setKey(target.value)}
            choices={[
              ...(canAddHere
                ? [
                    {
                      value: HERE,
                      label: t(driveId === undefined ? 'nav.files' : 'team.pick.here'),
                    },
                  ]
                : []),
              ...elsewhere.map((one) => ({ value: one.key, label: labelOf(one) })),
            ]}
          />
        ) : null}
        {place === undefined ? (
          <PickFolderHere {...common} />
        ) : (
          <DriveProvider key={place.key} driveId={place.driveId}>
            <DriveListsProvider>
              <PickFolder {...common} top={place.top} />
            </DriveListsProvider>
          </DriveProvider>
        )}
      </div>
    </Dialog>
  )
}

const HERE = 'here'

function labelOf({ top, owner }: PickPlace): string {
  return owner === undefined ? top.name : `${top.name} · ${owner}`
}
