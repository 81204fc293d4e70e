import type { File } from '@awan/protocol/drive'
import { isServiceError } from '@awan/protocol/errors'
import { useQuery } from '@tanstack/react-query'
import { FileX2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useErrorMessage } from '../../session/use-error-handler.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { LoadProblem } from '../../ui/LoadProblem.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { isPressed } from '../actions/command-keys.ts'
import { useDriveActions } from '../actions/use-drive-actions.ts'
import { useDrive } from '../DriveProvider.tsx'
import type { Place } from '../listing/place.ts'
import { ModalLayer } from './frame/ModalLayer.tsx'
import { MoveButtons } from './frame/MoveButtons.tsx'
import { PreviewBar } from './frame/PreviewBar.tsx'
import { PreviewCommands } from './frame/PreviewCommands.tsx'
import { PreviewDetails } from './frame/PreviewDetails.tsx'
import { SlideshowButton } from './frame/SlideshowButton.tsx'
import { type Stage, StageContext } from './frame/stage.ts'
import { usePreviewCommands } from './frame/use-preview-commands.ts'
import { useSlideshow } from './frame/use-slideshow.ts'
import { useSwipe } from './frame/use-swipe.ts'
import { largest } from './image/largest-thumbnail.ts'
import type { Neighbours } from './neighbours.ts'
import { isMedia, previewKind } from './preview-kind.ts'
import { fileQuery } from './preview-queries.ts'
import { useMarkOpened } from './use-mark-opened.ts'
import { Viewer } from './Viewer.tsx'

export interface PreviewFrameProps {
  fileId: string
  /** Where it was opened. */
  place: Place
  neighbours: Neighbours
  onMove: (file: File) => void
  onClose: () => void
}

/** The bars around what is shown, the way to its neighbours and the way out. */
export function PreviewFrame({ fileId, place, neighbours, onMove, onClose }: PreviewFrameProps) {
  const t = useTexts()
  const drive = useDrive()
  const { undo, redo } = useDriveActions()
  const messageOf = useErrorMessage()
  const { data: file, error, refetch } = useQuery(fileQuery(drive, fileId))
  useMarkOpened(file)
  const [tools, setTools] = useState<HTMLElement | null>(null)
  const [isBare, setBare] = useState(false)
  const [hasDetails, setDetails] = useState(false)
  const isSwipeHeld = useRef(false)
  const kind = file && previewKind(file)
  const isOnDark = kind !== undefined && isMedia(kind)
  const { previous, next } = neighbours
  useOpeningAnnouncement(file?.name, neighbours)
  useNextPictures(neighbours)
  const { commands, pressed } = usePreviewCommands(file, place, { neighbours, onMove, onClose })
  const slideshow = useSlideshow(kind === 'image' ? file : undefined, neighbours, onMove)

  const stage: Stage = {
    tools,
    toggleBars: () => setBare(!isBare),
    holdSwipe: (isHeld) => {
      isSwipeHeld.current = isHeld
    },
  }

  function move(to: 'previous' | 'next') {
    const file = neighbours[to]
    if (file) onMove(file)
  }

  const swipe = useSwipe({
    mayBegin: () => !isSwipeHeld.current,
    onSwipe: move,
    canGo: { previous: previous !== undefined, next: next !== undefined },
  })

  function onKeyDown(event: KeyboardEvent) {
    if (hasOwnKeys(event.target)) return
    if (act(event)) event.preventDefault()
  }

  function act(event: KeyboardEvent): boolean {
    const command = pressed(event)
    if (command) command.run()
    else if (isPressed('mod+z', event)) void undo()
    else if (isPressed('mod+shift+z', event) || isPressed('mod+y', event)) void redo()
    else if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false
    else if (event.key === 'ArrowLeft') move('previous')
    else if (event.key === 'ArrowRight') move('next')
    else if (event.key === 'i' && file) setDetails(!hasDetails)
    else if (event.key === 'p') slideshow.toggle?.()
    else return false
    return true
  }

  return (
    <ModalLayer
      label={file?.name ?? t('app.loading')}
      className={classNames('bg-canvas text-text', isOnDark && '[color-scheme:dark]')}
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <StageContext value={stage}>
        <PreviewBar
          file={file}
          neighbours={neighbours}
          isHidden={isBare && isOnDark}
          toolsRef={setTools}
          commands={<PreviewCommands commands={commands} />}
          hasDetails={hasDetails}
          onDetails={file && (() => setDetails(!hasDetails))}
          moves={
            <MoveButtons
              neighbours={neighbours}
              isFloating={false}
              className={isOnDark ? 'md:hidden' : undefined}
              onMove={move}
            />
          }
          onClose={onClose}
        />
        <div className="flex min-h-0 flex-1">
          <div className="relative flex min-w-0 flex-1 flex-col" {...swipe}>
            {error ? (
              <div role="alert" className="m-auto">
                {isServiceError(error, 'not_found', 'invalid_argument') ? (
                  <Notice
                    picture={
                      <span className="grid size-14 place-items-center rounded-full bg-sunken text-muted">
                        <FileX2 className="size-6" strokeWidth={1.5} />
                      </span>
                    }
                    title={t('preview.missing')}
                    actions={<Button onClick={onClose}>{t('preview.close')}</Button>}
                  >
                    {t('preview.missing.hint')}
                  </Notice>
                ) : (
                  <LoadProblem
                    title={t('error.load')}
                    hint={messageOf(error)}
                    retryLabel={t('app.retry')}
                    onRetry={() => void refetch()}
                  />
                )}
              </div>
            ) : file ? (
              <>
                <Viewer key={file.id} file={file} />
                <SlideshowButton slideshow={slideshow} />
              </>
            ) : null}
            {isOnDark ? (
              <MoveButtons
                neighbours={neighbours}
                isFloating
                className="max-md:hidden"
                onMove={move}
              />
            ) : null}
          </div>
          {file && hasDetails ? (
            <PreviewDetails file={file} onClose={() => setDetails(false)} />
          ) : null}
        </div>
      </StageContext>
    </ModalLayer>
  )
}

/** Where arrows mean something else: in a text, a player, a table. */
function hasOwnKeys(target: EventTarget): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input, textarea, select, video, audio, [contenteditable=true], [data-own-keys]',
    ) !== null
  )
}

function useOpeningAnnouncement(name: string | undefined, { position, count }: Neighbours): void {
  const t = useTexts()
  const announce = useAnnounce()
  const say = useEffectEvent((opened: string) => {
    announce(
      position === undefined || count === undefined
        ? t('preview.opened', { name: opened })
        : t('preview.openedAt', { name: opened, position, count }),
    )
  })
  useEffect(() => {
    if (name !== undefined) say(name)
  }, [name])
}

/** The pictures beside are on their way before anybody asks for them. */
function useNextPictures({ previous, next }: Neighbours): void {
  const links = [next, previous]
    .filter((file) => file !== undefined && previewKind(file) === 'image')
    .map((file) => file?.thumbnail_link)
    .join(' ')
  useEffect(() => {
    for (const link of links.split(' ')) if (link !== '') new Image().src = largest(link)
  }, [links])
}
