import type { texts as english } from '../en/drive-photos.ts'

export const texts: Record<keyof typeof english, string> = {
  'photos.today': '今天',
  'photos.scrubber': '按月份浏览',
  'photos.choose': '选择“{name}”',
  'photos.chooseDay': '选择“{day}”的全部项目',
  'photos.empty': '还没有照片',
  'photos.empty.hint': '所有文件夹中的照片和视频都会按拍摄日期显示在这里。',
}
