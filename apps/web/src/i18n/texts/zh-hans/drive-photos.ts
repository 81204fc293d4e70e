import type { texts as english } from '../en/drive-photos.ts'

export const texts: Record<keyof typeof english, string> = {
  'photos.today': '今天',
  'photos.scrubber': '按月份浏览',
  'photos.choose': '选择“{name}”',
  'photos.chooseDay': '选择“{day}”的全部项目',
  'photos.empty': '还没有照片',
  'photos.empty.hint': '所有文件夹中的照片和视频都会按拍摄日期显示在这里。',
  'photos.jump': '转到月份',
  'photos.camera': '相机',
  'photos.size': '图片大小',
  'photos.sizeIs': '图片大小：{size}',
  'photos.size.small': '小',
  'photos.size.medium': '中',
  'photos.size.large': '大',
  'photos.add': '添加照片',
  'photos.folder': '照片',
  'photos.none': '没有符合筛选条件的照片',
  'photos.none.hint': '更改或清除筛选条件即可查看更多照片。',
  'photos.video': '{name}，视频',
  'photos.videoLong': '{name}，视频，{length}',
}
