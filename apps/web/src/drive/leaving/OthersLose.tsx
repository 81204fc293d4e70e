import { ROOT_ID } from '@awan/protocol'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { withoutTurns } from '../../i18n/without-turns.ts'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { Button } from '../../ui/Button.tsx'
import { RowButton } from '../../ui/RowButton.tsx'
import { RowSkeletons } from '../../ui/RowSkeletons.tsx'
import { Section } from '../../ui/Section.tsx'
import { SettingRow } from '../../ui/SettingRow.tsx'
import { toFileLink, toFolderLink } from '../address/folder-link.ts'
import { FileIcon } from '../pictures/FileIcon.tsx'
import { nameOf } from '../sharing/grantee.ts'
import { OfferDialog } from '../sharing/offers/OfferDialog.tsx'
import { OpenOffers } from '../sharing/offers/OpenOffers.tsx'
import { AppointDialog } from './AppointDialog.tsx'
import { HandOverDialog } from './HandOverDialog.tsx'
import type { LostFile } from './lost-files.ts'
import { useLosses } from './use-losses.ts'

const nameLook = 'min-w-0 rounded-sm font-medium break-words hover:underline'

/** Before an account is deleted: what others would lose with it, and how to hand it over. */
export function OthersLose() {
  const { t } = useLanguage()
  const { losses, found, isError, refetch, ownRootId } = useLosses()
  const handleError = useErrorHandler()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [isMoving, setMoving] = useState(false)
  const [isOffering, setOffering] = useState(false)
  if (!found) {
    return (
      <Section title={t('leaving.title')}>
        {isError ? (
          <div role="alert" className="flex flex-wrap items-center justify-between gap-3 py-3">
            <p className="text-muted">{t('error.load')}</p>
            <RowButton look="quiet" onClick={() => void refetch()}>
              {t('app.retry')}
            </RowButton>
          </div>
        ) : (
          <RowSkeletons count={2} />
        )}
      </Section>
    )
  }
  const { files, teamDrives } = found
  if (files.length === 0 && teamDrives.length === 0) {
    return (
      <>
        <Section title={t('leaving.title')} intro={t('leaving.none')} />
        <OpenOffers />
      </>
    )
  }
  const canMove = ({ driveId, file }: LostFile) => driveId === undefined && file.id !== ownRootId
  // What was moved meanwhile is not in the list any more.
  const toMove = files.filter((lost) => canMove(lost) && chosen.includes(lost.file.id))

  async function more() {
    const { error, isFetchNextPageError } = await losses.fetchNextPage()
    if (isFetchNextPageError) handleError(error)
  }

  return (
    <>
      <Section title={t('leaving.title')} intro={t('leaving.intro')}>
        {files.map((lost) => (
          <LostRow
            key={`${lost.driveId} ${lost.file.id}`}
            lost={lost}
            {...(canMove(lost) && {
              isChosen: chosen.includes(lost.file.id),
              onChoose: (isChosen: boolean) =>
                setChosen(
                  isChosen ? [...chosen, lost.file.id] : chosen.filter((id) => id !== lost.file.id),
                ),
            })}
          />
        ))}
      </Section>
      <div className="mt-3 flex flex-wrap gap-2">
        {files.some(canMove) ? (
          <Button
            look="quiet"
            size="small"
            disabled={toMove.length === 0}
            onClick={() => setMoving(true)}
          >
            {t('leaving.move', { count: toMove.length })}
          </Button>
        ) : null}
        {files.some(canMove) ? (
          <Button
            look="quiet"
            size="small"
            disabled={toMove.length === 0}
            onClick={() => setOffering(true)}
          >
            {t('leaving.offer', { count: toMove.length })}
          </Button>
        ) : null}
        {losses.hasNextPage ? (
          <Button
            look="plain"
            size="small"
            busy={losses.isFetchingNextPage}
            onClick={() => void more()}
          >
            {t('leaving.more')}
          </Button>
        ) : null}
      </div>
      {teamDrives.length > 0 ? <OnlyManaged drives={teamDrives} onChanged={refetch} /> : null}
      <OpenOffers />
      {isOffering ? (
        <OfferDialog files={toMove.map(({ file }) => file)} onClose={() => setOffering(false)} />
      ) : null}
      {isMoving ? (
        <HandOverDialog
          fileIds={toMove.map(({ file }) => file.id)}
          onClose={() => {
            setMoving(false)
            void refetch()
          }}
        />
      ) : null}
    </>
  )
}

function LostRow({
  lost: { file, driveId, grantees },
  isChosen = false,
  onChoose,
}: {
  lost: LostFile
  isChosen?: boolean
  /** Absent where it cannot be handed over. */
  onChoose?: (isChosen: boolean) => void
}) {
  const { t, tag } = useLanguage()
  const names = new Intl.ListFormat(tag).format(
    grantees.map((one) => (one.kind === 'link' ? t('leaving.link') : nameOf(one))),
  )
  return (
    <div className="flex min-h-15 items-center gap-3.5 py-2.5">
      {onChoose ? (
        <label className="-m-2 grid cursor-pointer place-items-center p-2 pointer-coarse:size-11 pointer-coarse:p-0">
          <input
            type="checkbox"
            className="tick-box"
            aria-label={t('leaving.choose', { name: file.name })}
            checked={isChosen}
            onChange={(event) => onChoose(event.target.checked)}
          />
        </label>
      ) : null}
      <FileIcon file={file} size="small" />
      <div className="min-w-0 flex-1">
        <Link {...toFileLink(driveId, file.id)} className={nameLook}>
          {withoutTurns(file.name)}
        </Link>
        <p className="text-sm break-words text-muted">{t('leaving.with', { names })}</p>
        {driveId === undefined ? null : (
          <p className="text-sm text-muted">{t('leaving.elsewhere')}</p>
        )}
      </div>
    </div>
  )
}

function OnlyManaged({
  drives,
  onChanged,
}: {
  drives: readonly { id: string; name: string }[]
  onChanged: () => Promise<unknown>
}) {
  const { t } = useLanguage()
  const [appointing, setAppointing] = useState<{ id: string; name: string }>()
  return (
    <Section title={t('leaving.drives')} intro={t('leaving.drives.text')}>
      {drives.map((drive) => (
        <SettingRow
          key={drive.id}
          label={
            <Link {...toFolderLink(drive.id, ROOT_ID)} className={nameLook}>
              {drive.name}
            </Link>
          }
          action={
            <Button
              look="quiet"
              size="small"
              aria-label={t('leaving.appoint.of', { name: drive.name })}
              onClick={() => setAppointing(drive)}
            >
              {t('leaving.appoint')}
            </Button>
          }
        />
      ))}
      {appointing ? (
        <AppointDialog
          drive={appointing}
          onClose={() => setAppointing(undefined)}
          onAppointed={onChanged}
        />
      ) : null}
    </Section>
  )
}
