import { CirclePause, CirclePlay } from 'lucide-react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { BarTools } from './BarTools.tsx'
import type { Slideshow } from './use-slideshow.ts'

/** Among the tools of a picture, where there is another one to go to. */
export function SlideshowButton({ slideshow: { isPlaying, toggle } }: { slideshow: Slideshow }) {
  const t = useTexts()
  if (!toggle) return null
  return (
    <BarTools>
      <IconButton
        icon={isPlaying ? CirclePause : CirclePlay}
        label={t(isPlaying ? 'preview.slideshow.stop' : 'preview.slideshow.start')}
        aria-keyshortcuts="p"
        onClick={toggle}
      />
    </BarTools>
  )
}
