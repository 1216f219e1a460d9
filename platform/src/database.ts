import type { Kysely } from 'kysely'
import type { AccountTables } from './accounts/tables.ts'
import type { AssetCloudTables } from './asset-cloud/tables.ts'
import type { AuditTables } from './audit/tables.ts'
import type { AvatarTables } from './avatars/tables.ts'
import type { BannerTables } from './banners/tables.ts'
import type { CatalogTables } from './catalog/tables.ts'
import type { CreationTables } from './creations/tables.ts'
import type { FigureTables } from './figures/tables.ts'
import type { FlagTables } from './flags/tables.ts'
import type { AssetIdTables } from './foundation/asset-ids.ts'
import type { GroupTables } from './groups/tables.ts'
import type { MediaTables } from './media/tables.ts'
import type { ModerationTables } from './moderation/tables.ts'
import type { NotificationTables } from './notifications/tables.ts'
import type { PaymentTables } from './payments/tables.ts'
import type { PlaceTables } from './places/tables.ts'
import type { PostTables } from './posts/tables.ts'
import type { RenderTables } from './renders/tables.ts'
import type { ReportTables } from './reports/tables.ts'
import type { ReviewTables } from './reviews/tables.ts'
import type { SearchTables } from './search/tables.ts'
import type { SocialTables } from './social/tables.ts'
import type { StorageTables } from './storage/tables.ts'
import type { StylingTables } from './styling/tables.ts'
import type { TakedownTables } from './takedowns/tables.ts'
import type { TreasuryTables } from './treasury/tables.ts'

/** Every table, by the feature that owns it. */
export interface Database
  extends AccountTables,
    AssetCloudTables,
    AssetIdTables,
    AuditTables,
    AvatarTables,
    BannerTables,
    CatalogTables,
    CreationTables,
    FigureTables,
    FlagTables,
    GroupTables,
    MediaTables,
    ModerationTables,
    NotificationTables,
    PaymentTables,
    PlaceTables,
    PostTables,
    RenderTables,
    ReportTables,
    ReviewTables,
    SearchTables,
    SocialTables,
    StorageTables,
    StylingTables,
    TakedownTables,
    TreasuryTables {}

/** The database, or a transaction on it: what a query is handed, and must use. */
export type Db = Kysely<Database>
