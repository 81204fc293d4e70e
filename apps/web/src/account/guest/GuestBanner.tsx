import { useSession } from '../../session/ClientProvider.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { usePart } from '../../ui/use-part.ts'

const notice = lazyPart(() => import('./GuestNotice.tsx').then((part) => part.GuestNotice))

/** What people without an account read above their files; everybody else does not load it. */
export function GuestBanner() {
  const session = useSession()
  const isGuest = session.status === 'signed-in' && session.isAnonymous
  const Notice = usePart(notice, { isWanted: isGuest })
  return isGuest && Notice ? <Notice /> : null
}
