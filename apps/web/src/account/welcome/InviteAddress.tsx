import { Copy } from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { IconButton } from '../../ui/IconButton.tsx'

/** Where others make their accounts, unless nobody else can open this address. */
export function InviteAddress({ origin }: { origin: string }) {
  const t = useTexts()
  const announce = useAnnounce()
  const handleError = useErrorHandler()
  if (isOfThisComputer(origin)) return t('welcome.next.invite.local', { address: origin })
  const address = `${origin}/signup`
  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
      announce(t('error.copied'))
    } catch (error) {
      handleError(error)
    }
  }
  return (
    <>
      {t('welcome.next.invite.hint')}
      <span className="mt-1 flex items-center gap-1">
        <span className="min-w-0 font-medium text-text select-all">{address}</span>
        <IconButton small icon={Copy} label={t('welcome.copy')} onClick={copy} />
      </span>
    </>
  )
}

function isOfThisComputer(origin: string): boolean {
  const { hostname } = new URL(origin)
  return /^(.+\.)?localhost$|^127\.|^\[::1\]$/.test(hostname)
}
