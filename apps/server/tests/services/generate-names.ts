/**
 * Names as people have them: pictures of a camera and of a screen, papers, code, downloads, in several
 * languages; a few words are in very many of them and most in a few. Always the same ones.
 */
export function* generateNames(count: number): Generator<string> {
  let state = 20_240_131
  /** Below `limit`; a linear congruential generator is even enough for names. */
  const below = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  /** Of a list, the first far more often than the last. */
  const often = (words: readonly string[]) =>
    words[Math.floor((below(1000) ** 2 / 1e6) * words.length)] ?? ''
  const digits = (length: number) => String(below(10 ** length)).padStart(length, '0')
  const day = () =>
    `20${10 + below(15)}${String(1 + below(12)).padStart(2, '0')}${String(1 + below(28)).padStart(2, '0')}`
  const syllables = (n: number) => Array.from({ length: n }, () => often(SYLLABLES)).join('')

  const makers: (() => string)[] = [
    () => `IMG_${day()}_${digits(6)}.jpg`,
    () => `IMG_${digits(4)}.HEIC`,
    () => `DSC${digits(5)}.ARW`,
    () => `Screenshot ${day()} at ${digits(2)}.${digits(2)}.png`,
    () => `${often(WORDS)} ${often(WORDS)} ${20_10 + below(15)}.pdf`,
    () => `${syllables(3)} ${often(WORDS)} ${often(WORDS)}.docx`,
    () => `${often(WORDS)}_${syllables(2)}_v${below(20)}.xlsx`,
    () => `${syllables(2)}-${often(WORDS)}.test.ts`,
    () => `${syllables(4)}.md`,
    () => `${digits(8)}-${below(2 ** 31).toString(16)}.zip`,
    () => `${often(CHINESE)}${often(CHINESE)}${often(CHINESE)} ${day()}.docx`,
    () => `${often(KOREAN)} ${often(KOREAN)}${below(100)}.hwp`,
    () => `${often(WORDS)} - ${syllables(2)} ${syllables(3)} (${below(30)}).mp3`,
  ]
  for (let n = 0; n < count; n++) yield (makers[below(makers.length)] ?? makers[0])?.() ?? ''
}

const SYLLABLES =
  'ma ri ta ko ne lo sa pe vi do ra ju lan ber ti no mar sel gan ti fu zo qui xe'.split(' ')
const WORDS =
  'report invoice contract budget notes summary plan draft final meeting project annual letter receipt scan presentation review proposal agenda minutes statement travel holiday family photo backup archive recipe house school thesis tax insurance warranty manual zebra quartz xylophone'.split(
    ' ',
  )
const CHINESE =
  '会议 记录 报告 照片 合同 计划 预算 发票 总结 家庭 旅行 学校 方案 说明 通知 名单'.split(' ')
const KOREAN = '회의 보고서 사진 계약서 가족 여행 예산 학교 계획 영수증'.split(' ')
