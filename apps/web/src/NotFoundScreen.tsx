import { MissingNotice } from './session/MissingNotice.tsx'

export function NotFoundScreen() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <MissingNotice />
    </main>
  )
}
