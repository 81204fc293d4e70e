import { Copy, Download, Printer } from 'lucide-react'
import { formatExactly } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useMe } from '../../session/use-me.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { saveText } from '../../ui/save-text.ts'

/** Shown once: only the person's word that they are kept closes it. */
export function RecoveryCodesDialog({
  codes,
  onKept,
}: {
  codes: readonly string[]
  onKept: () => void
}) {
  const { t, tag } = useLanguage()
  const { data: me } = useMe()
  const announce = useAnnounce()
  const heading = t('recovery.file', {
    app: t('app.name'),
    name: me?.name ?? '',
    date: formatExactly(new Date(), tag),
  })
  const ways = [
    {
      icon: Copy,
      label: t('recovery.copy'),
      act: () =>
        void navigator.clipboard?.writeText(codes.join('\n')).then(
          () => announce(t('error.copied')),
          // A browser that refuses leaves them to be selected by hand.
          () => undefined,
        ),
    },
    {
      icon: Download,
      label: t('recovery.download'),
      act: () => saveText('awan-recovery-codes.txt', `${heading}\n\n${codes.join('\n')}\n`),
    },
    { icon: Printer, label: t('recovery.print'), act: () => window.print() },
  ]
  return (
    <Dialog
      open
      onOpenChange={() => undefined}
      title={t('recovery.show.title')}
      description={t('recovery.show.text')}
    >
      <div data-printable className="flex flex-col gap-4">
        <p className="hidden print:block">{heading}</p>
        <ol className="grid grid-cols-2 gap-x-4 gap-y-1.5 rounded-md bg-sunken p-4 font-mono text-sm tabular-nums max-[22rem]:grid-cols-1">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className="flex flex-wrap gap-2 print:hidden">
          {ways.map(({ icon: Icon, label, act }) => (
            <Button key={label} look="quiet" className="flex-1" onClick={act}>
              <Icon aria-hidden="true" className="size-4" strokeWidth={1.75} />
              {label}
            </Button>
          ))}
        </div>
        <Button size="large" className="print:hidden" onClick={onKept}>
          {t('recovery.done')}
        </Button>
      </div>
    </Dialog>
  )
}
