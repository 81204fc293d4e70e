import { ScanQrCode } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'

const ScanDialog = lazy(async () => ({ default: (await import('./ScanDialog.tsx')).ScanDialog }))

/** Where the browser can read codes from a camera; elsewhere there is nothing to see. */
export function ScanButton({ onCode }: { onCode: (letters: string) => void }) {
  const t = useTexts()
  const [isOpen, setOpen] = useState(false)
  if (!canScan()) return null
  return (
    <>
      <Button look="plain" className="mt-2 w-full" onClick={() => setOpen(true)}>
        <ScanQrCode aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
        {t('device.scan')}
      </Button>
      {isOpen ? (
        <Suspense>
          <ScanDialog
            onClose={() => setOpen(false)}
            onCode={(letters) => {
              setOpen(false)
              onCode(letters)
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}

function canScan(): boolean {
  return 'BarcodeDetector' in globalThis && navigator.mediaDevices !== undefined
}
