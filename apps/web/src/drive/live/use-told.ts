import type { AwanClient } from '@awan/client'
import { useEffect, useEffectEvent } from 'react'
import { useClient, useSub } from '../../session/ClientProvider.tsx'
import type { Told } from './follow-events.ts'

type OfPerson = Exclude<Told, 'seq'>
type Runtime = Pick<AwanClient['runtime'], 'changes'>

/**
 * Calls back when the person's inbox has changed, or what is shared by or with them. The stream of their own drive tells of
 * it; the frame of every page follows that stream, and one page of the browser does so for all.
 */
export function useTold(told: OfPerson, onTold: () => void): void {
  const { runtime } = useClient()
  const sub = useSub()
  const hear = useEffectEvent(onTold)
  useEffect(() => runtime.changes.listen(channelOf(told, sub), () => hear()), [runtime, told, sub])
}

/** Tells all pages of the browser, this one too. */
export function tellPages({ changes }: Runtime, told: OfPerson, sub: string | undefined): void {
  changes.announce(channelOf(told, sub))
}

function channelOf(told: OfPerson, sub: string | undefined): string {
  return `${told}_live_${sub}`
}
