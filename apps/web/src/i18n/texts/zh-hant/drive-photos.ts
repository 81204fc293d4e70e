import type { texts as english } from '../en/drive-photos.ts'

export const texts: Record<keyof typeof english, string> = {
  'photos.today': '今天',
  'photos.scrubber': '依月份瀏覽',
  'photos.choose': '選取「{name}」',
  'photos.chooseDay': '選取「{day}」的所有項目',
  'photos.empty': '還沒有相片',
  'photos.empty.hint': '所有資料夾中的相片和影片都會依拍攝日期顯示在這裡。',
  'photos.jump': '前往月份',
  'photos.camera': '相機',
  'photos.size': '圖片大小',
  'photos.sizeIs': '圖片大小：{size}',
  'photos.size.small': '小',
  'photos.size.medium': '中',
  'photos.size.large': '大',
  'photos.add': '新增相片',
  'photos.folder': '相片',
  'photos.none': '沒有符合篩選條件的相片',
  'photos.none.hint': '變更或清除篩選條件即可查看更多相片。',
  'photos.video': '{name}，影片',
  'photos.videoLong': '{name}，影片，{length}',
}
