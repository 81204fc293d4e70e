import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { readUserCode, USER_CODE_LETTERS } from './user-code.ts'

const LOOK_EVERY_MS = 200

/** Looks through the camera until it sees the code of a device. */
export function ScanDialog({
  onClose,
  onCode,
}: {
  onClose: () => void
  onCode: (letters: string) => void
}) {
  const t = useTexts()
  const [isBlocked, setBlocked] = useState(false)
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('device.scan')}
      description={t(isBlocked ? 'device.scan.blocked' : 'device.scan.hint')}
      closeLabel={t('app.close')}
    >
      {isBlocked ? null : <Viewfinder onCode={onCode} onBlocked={() => setBlocked(true)} />}
    </Dialog>
  )
}

/** A part of its own, because the dialog puts it on the page later than itself. */
function Viewfinder({
  onCode,
  onBlocked,
}: {
  onCode: (letters: string) => void
  onBlocked: () => void
}) {
  const video = useRef<HTMLVideoElement>(null)
  const found = useEffectEvent(onCode)
  const blocked = useEffectEvent(onBlocked)
  useEffect(() => {
    const ended = new AbortController()
    watch(video.current, ended.signal).then(
      (letters) => letters === undefined || found(letters),
      () => ended.signal.aborted || blocked(),
    )
    return () => ended.abort()
  }, [])
  return (
    <video
      ref={video}
      muted
      playsInline
      className="aspect-square w-full rounded-md bg-sunken object-cover"
    />
  )
}

/** Resolves with the first code that could be one of ours, or with nothing once it is ended. */
async function watch(
  video: HTMLVideoElement | null,
  ended: AbortSignal,
): Promise<string | undefined> {
  if (!video) return undefined
  const camera = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment' },
  })
  try {
    video.srcObject = camera
    await video.play()
    const detector = new BarcodeDetector({ formats: ['qr_code'] })
    while (!ended.aborted) {
      for (const { rawValue } of await detector.detect(video)) {
        const letters = readUserCode(rawValue)
        if (/[?&]user_code=/.test(rawValue) && letters.length === USER_CODE_LETTERS) return letters
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    }
    return undefined
  } finally {
    for (const track of camera.getTracks()) track.stop()
  }
}

/** Shape Detection API; the library of DOM types does not have it yet. */
declare class BarcodeDetector {
  constructor(options: { formats: string[] })
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>
}
