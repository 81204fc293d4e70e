import type { ContactDraft } from '../contact-field/contact-draft.ts'
import { AccountStatePage } from './AccountStatePage.tsx'
import type { Obstacle } from './bring-proof.ts'
import { SecondStep } from './SecondStep.tsx'

export type ShownObstacle = Exclude<Obstacle, { kind: 'code-first' }>

/** What stands in the way of a person whose first proof was right. */
export function ObstacleStep({
  obstacle,
  contact,
  search,
  onMeet,
  onRestart,
  onUseCode,
}: {
  obstacle: ShownObstacle
  /** Whom a new password would be for. */
  contact?: ContactDraft | undefined
  /** Where the person wanted to be. */
  search: { from?: string }
  /** Nothing means that the person is inside. */
  onMeet: (next: Obstacle | undefined) => void
  onRestart: () => void
  /** Where a code could be sent instead of the password. */
  onUseCode?: (() => void) | undefined
}) {
  return obstacle.kind === 'second-step' ? (
    <SecondStep step={obstacle} onMeet={onMeet} onRestart={onRestart} />
  ) : (
    <AccountStatePage
      obstacle={obstacle}
      contact={contact}
      search={search}
      onMeet={onMeet}
      onRestart={onRestart}
      onUseCode={onUseCode}
    />
  )
}
