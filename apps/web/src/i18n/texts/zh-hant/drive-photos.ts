import type { texts as english } from '../en/drive-photos.ts'

export const texts: Record<keyof typeof english, string> = {
  'photos.today': '今天',
  'photos.scrubber': '依月份瀏覽',
  'photos.choose': '選取「{name}」',
  'photos.chooseDay': '選取「{day}」的所有項目',
  'photos.empty': '還沒有相片',
  'photos.empty.hint': '所有資料夾中的相片和影片都會依拍攝日期顯示在這裡。',
}
