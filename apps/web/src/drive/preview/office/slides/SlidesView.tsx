// biome-ignore-all lint/suspicious/noArrayIndexKey: slides do not change; a shape is its place
import type { CSSProperties } from 'react'
import { useTexts } from '../../../../i18n/LanguageProvider.tsx'
import { OfficePicture } from '../pictures/OfficePicture.tsx'
import { PictureUrls, useUrlsOf } from '../pictures/use-picture-urls.ts'
import { ShapeView } from './ShapeView.tsx'
import type { Slide, SlideShow } from './show/slide-show.ts'
import './slides.css'

/** Slides one below the other, as wide as there is room; their letters grow and shrink with them. */
export function SlidesView({ name, show }: { name: string; show: SlideShow }) {
  const t = useTexts()
  const { slides, pictures, widthPt, heightPt, isPart } = show
  const style = {
    aspectRatio: `${widthPt} / ${heightPt}`,
    '--pt': `${100 / widthPt}cqw`,
  } as CSSProperties
  return (
    <PictureUrls value={useUrlsOf(pictures)}>
      <section
        aria-label={t('preview.slides.label', { name })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
        tabIndex={0}
        className="slides-desk min-h-0 flex-1 overflow-auto overscroll-contain bg-sunken -outline-offset-2"
      >
        {slides.map((slide) => (
          <SlideView key={slide.number} slide={slide} size={{ widthPt, heightPt }} style={style} />
        ))}
        {slides.length === 0 ? (
          <p className="p-6 text-center text-muted">{t('preview.empty')}</p>
        ) : null}
        {isPart ? (
          <p className="pt-2 text-center text-muted text-sm">{t('preview.office.part')}</p>
        ) : null}
      </section>
    </PictureUrls>
  )
}

function SlideView({
  slide: { number, background, backgroundPicture, shapes },
  size,
  style,
}: {
  slide: Slide
  size: { widthPt: number; heightPt: number }
  style: CSSProperties
}) {
  const t = useTexts()
  return (
    <section
      aria-label={t('preview.slides.slide', { number })}
      translate="no"
      className="slide"
      style={background === undefined ? style : { ...style, background }}
    >
      {backgroundPicture === undefined ? null : (
        <OfficePicture picture={backgroundPicture} alt="" className="slide-background" />
      )}
      {shapes.map((shape, index) => (
        <ShapeView key={index} shape={shape} size={size} />
      ))}
    </section>
  )
}
