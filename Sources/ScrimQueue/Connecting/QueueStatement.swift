/// A statement of the queue: one file of `SQL/`, which says what it does and what its parameters are.
package struct QueueStatement: Sendable {
  /// The file's name without extension; also that of the prepared statement.
  package let name: String
  private let bytes: [UInt8]

  private init(_ name: String, _ bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  // What any session asks.
  static let session = QueueStatement("session", PackageResources.session_sql)
  static let process = QueueStatement("process", PackageResources.process_sql)
  static let keepAlive = QueueStatement("keep_alive", PackageResources.keep_alive_sql)
  static let version = QueueStatement("version", PackageResources.version_sql)
  static let roles = QueueStatement("roles", PackageResources.roles_sql)
  static let migrated = QueueStatement("migrated", PackageResources.migrated_sql)

  // What clients ask.
  static let missingBlobs = QueueStatement("missing_blobs", PackageResources.missing_blobs_sql)
  static let putBlob = QueueStatement("put_blob", PackageResources.put_blob_sql)
  static let submit = QueueStatement("submit", PackageResources.submit_sql)
  static let submitBatch = QueueStatement("submit_batch", PackageResources.submit_batch_sql)
  static let cancel = QueueStatement("cancel", PackageResources.cancel_sql)
  static let retry = QueueStatement("retry", PackageResources.retry_sql)
  static let setPriority = QueueStatement("set_priority", PackageResources.set_priority_sql)
  static let list = QueueStatement("list", PackageResources.list_sql)
  static let show = QueueStatement("show", PackageResources.show_sql)
  static let batch = QueueStatement("batch", PackageResources.batch_sql)
  static let parts = QueueStatement("parts", PackageResources.parts_sql)
  static let partIDs = QueueStatement("part_ids", PackageResources.part_ids_sql)
  static let findKey = QueueStatement("find_key", PackageResources.find_key_sql)
  static let ended = QueueStatement("ended", PackageResources.ended_sql)
  static let outputs = QueueStatement("outputs", PackageResources.outputs_sql)
  static let chunk = QueueStatement("chunk", PackageResources.chunk_sql)
  static let counts = QueueStatement("counts", PackageResources.counts_sql)
  static let finishedCounts = QueueStatement(
    "finished_counts", PackageResources.finished_counts_sql)
  static let environments = QueueStatement("environments", PackageResources.environments_sql)
  static let hasEnvironment = QueueStatement(
    "has_environment", PackageResources.has_environment_sql)
  static let nodes = QueueStatement("nodes", PackageResources.nodes_sql)
  static let usages = QueueStatement("usages", PackageResources.usages_sql)
  static let failingCounts = QueueStatement("failing_counts", PackageResources.failing_counts_sql)
  static let lostCounts = QueueStatement("lost_counts", PackageResources.lost_counts_sql)
  static let databaseBytes = QueueStatement("database_bytes", PackageResources.database_bytes_sql)
  static let drain = QueueStatement("drain", PackageResources.drain_sql)
  static let fetched = QueueStatement("fetched", PackageResources.fetched_sql)

  // What deliveries ask.
  static let startDelivery = QueueStatement("start_delivery", PackageResources.start_delivery_sql)
  static let undelivered = QueueStatement("undelivered", PackageResources.undelivered_sql)
  static let delivered = QueueStatement("delivered", PackageResources.delivered_sql)
  static let hasFilled = QueueStatement("has_filled", PackageResources.has_filled_sql)
  static let reserveFolder = QueueStatement("reserve_folder", PackageResources.reserve_folder_sql)
  static let takeFolder = QueueStatement("take_folder", PackageResources.take_folder_sql)

  // What nodes ask.
  package static let tenants = QueueStatement("tenants", PackageResources.tenants_sql)
  package static let claim = QueueStatement("claim", PackageResources.claim_sql)
  static let jobFiles = QueueStatement("job_files", PackageResources.job_files_sql)
  static let readBlob = QueueStatement("read_blob", PackageResources.read_blob_sql)
  static let reserveName = QueueStatement("reserve_name", PackageResources.reserve_name_sql)
  static let resume = QueueStatement("resume", PackageResources.resume_sql)
  static let renew = QueueStatement("renew", PackageResources.renew_sql)
  static let putChunk = QueueStatement("put_chunk", PackageResources.put_chunk_sql)
  package static let complete = QueueStatement("complete", PackageResources.complete_sql)
  static let notifyFinished = QueueStatement(
    "notify_finished", PackageResources.notify_finished_sql)
  static let failAttempt = QueueStatement("fail_attempt", PackageResources.fail_attempt_sql)
  static let release = QueueStatement("release", PackageResources.release_sql)
  package static let reclaim = QueueStatement("reclaim", PackageResources.reclaim_sql)
  package static let giveUp = QueueStatement("give_up", PackageResources.give_up_sql)
  package static let promote = QueueStatement("promote", PackageResources.promote_sql)
  package static let expire = QueueStatement("expire", PackageResources.expire_sql)
  package static let collectBlobs = QueueStatement(
    "collect_blobs", PackageResources.collect_blobs_sql)
  static let forgetDeliveries = QueueStatement(
    "forget_deliveries", PackageResources.forget_deliveries_sql)
  static let forgetBatches = QueueStatement(
    "forget_batches", PackageResources.forget_batches_sql)
  static let forgetKeys = QueueStatement("forget_keys", PackageResources.forget_keys_sql)
  static let makePartitions = QueueStatement(
    "make_partitions", PackageResources.make_partitions_sql)
  static let trimImages = QueueStatement("trim_images", PackageResources.trim_images_sql)
  static let dropPartitions = QueueStatement(
    "drop_partitions", PackageResources.drop_partitions_sql)
  static let seen = QueueStatement("seen", PackageResources.seen_sql)
}
