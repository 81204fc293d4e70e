import type { StartedDevice } from '@awan/client'
import { isServiceError } from '@awan/protocol/errors'
import { useEffect, useState } from 'react'
import { useClient } from '../../session/ClientProvider.tsx'
import { useCountdown } from '../../ui/use-countdown.ts'

type Waiting =
  | { status: 'starting' }
  | { status: 'shown' | 'seen'; started: StartedDevice; untilMs: number }
  | { status: 'refused' }
  | { status: 'failed'; error: unknown }

/**
 * Shows a code until somebody has approved it elsewhere; one that runs out is followed by the next.
 * When it succeeds the session changes, and the router moves on.
 */
export function useLink() {
  const client = useClient()
  const [waiting, setWaiting] = useState<Waiting>({ status: 'starting' })
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn begins anew
  useEffect(() => {
    const ended = new AbortController()
    const show = (next: Waiting) => ended.signal.aborted || setWaiting(next)
    async function wait(): Promise<void> {
      const started = await client.device.start()
      if (ended.signal.aborted) return
      const untilMs = Date.now() + started.expires_in * 1000
      show({ status: 'shown', started, untilMs })
      await client.device.poll(started, {
        signal: ended.signal,
        onState(state) {
          if (state === 'WAITING_CONSENT') show({ status: 'seen', started, untilMs })
        },
      })
    }
    async function waitOn(): Promise<void> {
      for (;;) {
        try {
          return await wait()
        } catch (error) {
          if (isServiceError(error, 'expired_token')) continue
          if (isServiceError(error, 'access_denied')) return void show({ status: 'refused' })
          return void show({ status: 'failed', error })
        }
      }
    }
    void waitOn()
    return () => ended.abort()
  }, [client, turn])
  const secondsLeft = useCountdown('untilMs' in waiting ? waiting.untilMs : undefined)
  return {
    waiting,
    secondsLeft,
    again() {
      setWaiting({ status: 'starting' })
      setTurn((last) => last + 1)
    },
  }
}
