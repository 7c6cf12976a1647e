// swift-tools-version:6.2
import PackageDescription

/// The effects that come with Scrim: one folder of `Plugins/` each, loaded by the worker from
/// `lib<Name>.so` like everybody's.
let effects = [
  "Outline", "DropShadow", "StoryHighlight", "PaywallBlur", "FrostedPanel", "BlurEffect",
  "Spotlight", "ColorAdjust", "Shapes", "Codes", "SVG",
]

let json: Target.Dependency = .product(name: "ScrimJSON", package: "ScrimJSON")
let kit: Target.Dependency = .product(name: "ScrimKit", package: "ScrimKit")
let pluginABI: Target.Dependency = .product(name: "ScrimPluginABI", package: "ScrimKit")
let arguments: Target.Dependency = .product(
  name: "ArgumentParser", package: "swift-argument-parser")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let toml: Target.Dependency = .product(name: "TOMLKit", package: "TOMLKit")
let web: [Target.Dependency] = [
  .product(name: "FlyingFox", package: "FlyingFox"),
  .product(name: "FlyingSocks", package: "FlyingFox"),
]
let system: Target.Dependency = .product(name: "SystemPackage", package: "swift-system")

/// With SCRIM_FUZZ in the environment everything is built for `make fuzz`: under AddressSanitizer,
/// and with what shows libFuzzer which ways an input took.
let isFuzzed = Context.environment["SCRIM_FUZZ"] != nil
let watched: [SwiftSetting] = isFuzzed ? [.unsafeFlags(["-sanitize=fuzzer,address"])] : []
let watchedC: [CSetting] =
  isFuzzed
  ? [
    .unsafeFlags([
      "-fsanitize=fuzzer-no-link,address,undefined", "-fsanitize-trap=undefined",
    ])
  ] : []

/// With SCRIM_HTTP in the environment there is scrim-http, too, which takes minutes to build with SwiftNIO: the ordinary
/// build has all of it but the server (ScrimHTTP).
let isServed = Context.environment["SCRIM_HTTP"] != nil

/// For effects, which import ScrimKit as an author outside this package would.
let plain: [SwiftSetting] =
  [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + watched
let strict: [SwiftSetting] = plain + [.enableUpcomingFeature("InternalImportsByDefault")]
/// For tests that wait for programs more than they compute, and for tables of cases: not optimised, which takes two
/// thirds of the time to compile. Tests that compare pixels with formulas are optimised, and so is all that is tested.
let waiting: [SwiftSetting] =
  strict + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

let effectTargets: [Target] = effects.map {
  .target(
    name: $0, dependencies: [kit, pluginABI], path: "Plugins/\($0)", exclude: ["README.md"],
    swiftSettings: plain)
}

let fuzzTargets: [Target] = [
  .systemLibrary(name: "CFuzzer", path: "Tests/Fuzz/CFuzzer"),
  .executableTarget(
    name: "fuzz",
    dependencies: [
      "CFuzzer", "DiagnosticCases", "ParameterGauge", "ScrimCodecs", "ScrimDocument", "ScrimJob",
      "ScrimLinux", "ScrimPlugins", "ScrimProtocol", "ScrimRecords", "ScrimSpool", "ScrimTemplate",
      json, kit,
    ]
      + effects.map { .target(name: $0) },
    path: "Tests/Fuzz/Harness", swiftSettings: strict,
    linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address"])]),
]

let serverDependencies: [Package.Dependency] = [
  .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
  // SwiftNIO's own dependencies, in fixed versions.
  .package(url: "https://github.com/apple/swift-atomics", exact: "1.3.0"),
  .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
]
let serverTargets: [Target] = [
  .executableTarget(
    name: "scrim-http",
    dependencies: [
      "ScrimCommand", "ScrimHTTP", "ScrimLinux", "ScrimProtocol", "ScrimRecords", "ScrimService",
      "ScrimWorkerClient", json, arguments, logging, system,
      .product(name: "NIOCore", package: "swift-nio"),
      .product(name: "NIOHTTP1", package: "swift-nio"),
      .product(name: "NIOPosix", package: "swift-nio"),
      .product(name: "Atomics", package: "swift-atomics"),
      .product(name: "DequeModule", package: "swift-collections"),
    ],
    swiftSettings: strict)
]

let package = Package(
  name: "scrim",
  products: [
    .executable(name: "scrimd", targets: ["scrimd"]),
    .executable(name: "scrim", targets: ["scrim"]),
    .executable(name: "scrim-worker", targets: ["scrim-worker"]),
    .executable(name: "scrim-preview", targets: ["scrim-preview"]),
    .executable(name: "scrim-hooks", targets: ["scrim-hooks"]),
    .executable(name: "scrim-fetch", targets: ["scrim-fetch"]),
    .executable(name: "scrim-queue", targets: ["scrim-queue"]),
    .executable(name: "scrim-node", targets: ["scrim-node"]),
    .library(name: "ScrimBarcodes", type: .dynamic, targets: ["CBarcodes"]),
  ] + effects.map { .library(name: $0, type: .dynamic, targets: [$0]) }
    + (isServed ? [.executable(name: "scrim-http", targets: ["scrim-http"])] : []),
  dependencies: [
    .package(path: "Sources/ScrimJSON"),
    .package(path: "Sources/ScrimKit"),
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
    .package(url: "https://github.com/LebJe/TOMLKit", exact: "0.6.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1"),
  ] + (isServed ? serverDependencies : []),
  targets: [
    .target(name: "CLinux", linkerSettings: [.linkedLibrary("seccomp")]),
    .target(
      name: "CCodecs", cSettings: watchedC,
      linkerSettings: [
        .linkedLibrary("jpeg"), .linkedLibrary("png"), .linkedLibrary("deflate"),
        .linkedLibrary("webp"), .linkedLibrary("webpdemux"), .linkedLibrary("lcms2"),
      ]),
    // Opened by its name, by jobs with codes only (BarcodeLibrary.swift).
    .target(
      name: "CBarcodes", linkerSettings: [.linkedLibrary("zint"), .linkedLibrary("ZXing")]),
    .target(
      name: "ScrimLinux", dependencies: ["CLinux", system], swiftSettings: strict),
    .target(
      name: "ScrimDocument", dependencies: ["ScrimLinux", json, system], swiftSettings: strict),
    .target(
      name: "ScrimTemplate", dependencies: ["ScrimLinux", json],
      resources: [.embedInCode("Languages/languages.txt")], swiftSettings: strict),
    .target(name: "ScrimLayout", dependencies: [kit], swiftSettings: strict),
    .target(
      name: "ScrimJob", dependencies: ["ScrimDocument", "ScrimLayout", json, kit],
      swiftSettings: strict),
    .systemLibrary(name: "CCrypto"),
    .systemLibrary(name: "CFontconfig"),
    .target(
      name: "ScrimCodecs", dependencies: ["CCodecs", "ScrimDocument", kit], swiftSettings: strict),
    .target(
      name: "ScrimPlugins", dependencies: ["ScrimDocument", "ScrimLinux", kit],
      swiftSettings: strict),
    .target(
      name: "ScrimProtocol", dependencies: ["ScrimDocument", "ScrimLinux", json, system],
      swiftSettings: strict),
    .target(
      name: "ScrimRender",
      dependencies: ["ScrimCodecs", "ScrimDocument", "ScrimJob", "ScrimLayout", json, kit],
      swiftSettings: strict),
    .target(
      name: "ScrimConformance",
      dependencies: [
        "ScrimCodecs", "ScrimDocument", "ScrimJob", "ScrimLinux", "ScrimRender", json, kit,
      ],
      swiftSettings: strict),
    .target(
      name: "ScrimRecords",
      dependencies: ["CCrypto", "ScrimDocument", "ScrimLinux", json, system],
      swiftSettings: strict),
    .target(
      name: "ScrimSpool",
      dependencies: ["ScrimDocument", "ScrimLinux", "ScrimRecords", json, system],
      swiftSettings: strict),
    .target(
      name: "ScrimWorkerClient",
      dependencies: ["ScrimDocument", "ScrimLinux", "ScrimProtocol", json, logging, system],
      swiftSettings: strict),
    .target(
      name: "ScrimWorkers",
      dependencies: [
        "ScrimDocument", "ScrimLinux", "ScrimProtocol", "ScrimRecords", "ScrimWorkerClient", json,
      ],
      swiftSettings: strict),
    .target(
      name: "ScrimService", dependencies: ["ScrimLinux", json, arguments, logging, toml],
      swiftSettings: strict),
    .executableTarget(
      name: "scrimd",
      dependencies: [
        "ScrimDocument", "ScrimLinux", "ScrimProtocol", "ScrimService", "ScrimRecords",
        "ScrimSpool",
        "ScrimWorkerClient", "ScrimWorkers", json, arguments, logging, system,
      ],
      swiftSettings: strict),
    // libcurl, for scrim-hooks and scrim-fetch only.
    .target(name: "CCurl", linkerSettings: [.linkedLibrary("curl")]),
    .target(name: "ScrimCurl", dependencies: ["CCurl"], swiftSettings: strict),
    .executableTarget(
      name: "scrim-fetch",
      dependencies: [
        "CCurl", "ScrimCurl", "ScrimDocument", "ScrimLinux", "ScrimService", "ScrimRecords", json,
        arguments, system,
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "scrim-hooks",
      dependencies: [
        "CCrypto", "CCurl", "ScrimCurl", "ScrimLinux", "ScrimService", "ScrimRecords", json,
        arguments, logging, system,
      ],
      swiftSettings: strict),
    // All of scrim-http but the server itself.
    .target(
      name: "ScrimHTTP",
      dependencies: [
        "CCrypto", "ScrimCommand", "ScrimDocument", "ScrimLinux", "ScrimProtocol", "ScrimQueue",
        "ScrimQueueClient", "ScrimRecords", "ScrimService", "ScrimWorkerClient", "ScrimWorkers",
        json, logging, system,
      ],
      swiftSettings: strict),
    // The queue of many machines: libpq, for scrim-queue, scrim-node and scrim-http only.
    .systemLibrary(name: "CPostgres", pkgConfig: "libpq"),
    .target(
      name: "ScrimQueue", dependencies: ["CPostgres"],
      resources: [.embedInCode("SQL")], swiftSettings: strict),
    // Jobs of the queue as tenants see them.
    .target(
      name: "ScrimQueueClient",
      dependencies: [
        "ScrimCommand", "ScrimDocument", "ScrimLinux", "ScrimQueue", "ScrimRecords", json,
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "scrim-worker",
      dependencies: [
        "CFontconfig", "ScrimCodecs", "ScrimConformance", "ScrimDocument", "ScrimJob", "ScrimLinux",
        "ScrimPlugins", "ScrimProtocol", "ScrimRender", "ScrimTemplate", json, kit,
      ],
      swiftSettings: strict),
    .target(
      name: "ScrimCommand",
      dependencies: [
        "ScrimDocument", "ScrimLinux", "ScrimProtocol", "ScrimRecords", "ScrimWorkerClient", json,
        arguments,
        system,
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "scrim",
      dependencies: [
        "ScrimCommand", "ScrimDocument", "ScrimLinux", "ScrimProtocol", "ScrimRecords",
        "ScrimSpool",
        "ScrimTemplate", "ScrimWorkerClient", json, arguments, system,
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "scrim-node",
      dependencies: [
        "ScrimDocument", "ScrimLinux", "ScrimQueue", "ScrimService", "ScrimRecords", json,
        arguments, logging, system,
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "scrim-queue",
      dependencies: [
        "ScrimCommand", "ScrimDocument", "ScrimLinux", "ScrimQueue", "ScrimQueueClient",
        "ScrimRecords", "ScrimTemplate", json, arguments, system,
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "scrim-preview",
      dependencies: [
        "ScrimCommand", "ScrimDocument", "ScrimLinux", "ScrimProtocol", "ScrimTemplate",
        "ScrimWorkerClient", json, arguments, system,
      ] + web,
      resources: [.embedInCode("Page")], swiftSettings: strict),
    // Evaluates templates for `make fuzz-templates`, which compares the results with another implementation's.
    .executableTarget(
      name: "template-harness", dependencies: ["ScrimTemplate", json],
      path: "Tests/Templates/Harness", swiftSettings: strict),
    // Measures parts of Scrim by themselves, for `make bench` and `make bench-reader`.
    .executableTarget(
      name: "scrim-bench",
      dependencies: ["ScrimLayout", json, kit, system],
      swiftSettings: strict),
    // Draws the photo-like background of the examples; run by hand when its scene changes.
    .executableTarget(
      name: "landscape", dependencies: ["ScrimCodecs", kit, system],
      path: "examples/landscape",
      swiftSettings: strict),
    // Renders a scene over and over, for `make leaks`.
    .target(
      name: "LeakScene", dependencies: [kit], path: "Tests/Leaks/LeakScene", swiftSettings: strict),
    .executableTarget(
      name: "leakcheck", dependencies: ["LeakScene", kit], path: "Tests/Leaks/Program",
      swiftSettings: strict),
    .target(
      name: "ParameterGauge", dependencies: [kit], path: "Tests/ParameterGauge",
      swiftSettings: strict),
    .testTarget(
      name: "ScrimKitTests",
      dependencies: ["ProgramTesting", "LeakScene", "ParameterGauge", json, kit],
      swiftSettings: strict,
      linkerSettings: [.linkedLibrary("cairo")]),
    .testTarget(
      name: "ScrimJSONTests", dependencies: [json], swiftSettings: strict),
    .testTarget(
      name: "TemplateTests", dependencies: ["ScrimTemplate", json], swiftSettings: strict),
    .testTarget(
      name: "ScrimDocumentTests", dependencies: ["ScrimDocument", json],
      swiftSettings: strict),
    // Every wrong job and what Scrim says of it, for the tests of the reader and of the schema.
    .target(
      name: "DiagnosticCases", dependencies: ["ScrimDocument", "ScrimJob", json, kit],
      path: "Tests/DiagnosticCases", swiftSettings: waiting),
    .testTarget(
      name: "ScrimLayoutTests", dependencies: ["ScrimLayout", kit], swiftSettings: strict),
    .testTarget(
      name: "ScrimJobTests",
      dependencies: ["DiagnosticCases", "ScrimJob", "ScrimLayout", json, kit],
      swiftSettings: strict),
    // Programs that tests run, and waiting for them.
    .target(
      name: "ProgramTesting", path: "Tests/ProgramTesting", exclude: ["certificates.py"],
      swiftSettings: strict),
    .target(
      name: "RenderTesting",
      dependencies: ["ProgramTesting", "ScrimCodecs", "ScrimJob", "ScrimRender", json, kit],
      path: "Tests/RenderTesting", swiftSettings: strict),
    .testTarget(
      name: "ScrimRenderTests",
      dependencies: [
        "ProgramTesting", "RenderTesting", "ScrimCodecs", "ScrimDocument", "ScrimJob",
        "ScrimPlugins",
        "ScrimRender", json, kit,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "EffectTests",
      dependencies: [
        "ProgramTesting", "RenderTesting", "ScrimCodecs", "ScrimConformance", "ScrimDocument",
        "ScrimJob", "ScrimProtocol", "ScrimRender", json, kit,
      ]
        + effects.map { .target(name: $0) },
      swiftSettings: strict),
    .testTarget(
      name: "SchemaTests",
      dependencies: [
        "ProgramTesting", "scrim", "scrim-worker", "DiagnosticCases", "ScrimJob", "ScrimTemplate",
        json, kit,
      ]
        + effects.map { .target(name: $0) },
      exclude: ["validate.py"], swiftSettings: strict),
    .testTarget(
      name: "ScrimSpoolTests",
      dependencies: [
        "ProgramTesting", "scrimd", "ScrimDocument", "ScrimLinux", "ScrimProtocol", "ScrimRecords",
        "ScrimSpool",
        "ScrimWorkerClient", "ScrimWorkers", json,
      ],
      swiftSettings: waiting),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "ProgramTesting", "scrim", "scrim-worker", "RenderTesting", "ScrimCodecs",
        "ScrimConformance", "ScrimJob", "ScrimLinux", "ScrimRender", json, kit,
      ]
        + effects.map { .target(name: $0) },
      exclude: ["without-landlock.py"], swiftSettings: waiting),
    .testTarget(
      name: "ScrimCommandTests", dependencies: ["ScrimCommand", "ScrimLinux", system],
      swiftSettings: strict),
    .testTarget(
      name: "PreviewTests",
      dependencies: ["ProgramTesting", "scrim", "scrim-preview", "scrim-worker", "RenderTesting"],
      swiftSettings: waiting),
    .testTarget(
      name: "HooksTests",
      dependencies: [
        "ProgramTesting", "scrim-hooks", "scrimd", "scrim", "scrim-worker", "scrim-preview",
        "ScrimRecords", json,
      ],
      exclude: ["server.py"], swiftSettings: waiting),
    .testTarget(
      name: "FetchTests",
      dependencies: [
        "ProgramTesting", "QueueTesting", "scrim-fetch", "scrim", "scrim-node", "scrim-queue",
        "scrim-worker", "scrimd", "scrim-preview", "ScrimRecords", json,
      ]
        + effects.map { .target(name: $0) },
      exclude: ["server.py"], swiftSettings: waiting),
    // Those of the server need scrim-http beside the tests: `make check ONLY=http`.
    .testTarget(
      name: "HTTPTests",
      dependencies: [
        "ProgramTesting", "QueueTesting", "scrim", "scrim-fetch", "scrim-node", "scrim-queue",
        "scrim-worker", "scrimd", "ScrimHTTP", "ScrimLinux", "ScrimQueue", "ScrimRecords",
        "ScrimService", json,
      ],
      swiftSettings: waiting),
    // A PostgreSQL server and nodes, for the tests of a queue.
    .target(
      name: "QueueTesting", dependencies: ["ProgramTesting", "ScrimQueue"],
      path: "Tests/QueueTesting", swiftSettings: strict),
    .testTarget(
      name: "QueueTests",
      dependencies: [
        "ProgramTesting", "QueueTesting", "scrim", "scrim-node", "scrim-queue", "ScrimQueue",
        "ScrimRecords",
      ],
      swiftSettings: waiting),
    // Nodes that draw nothing, for `make queue-load`.
    .executableTarget(
      name: "queue-load",
      dependencies: ["ScrimLinux", "ScrimQueue", json, arguments],
      path: "Tests/Queue/Load", swiftSettings: strict),
    .executableTarget(
      name: "fake-worker", dependencies: ["ScrimDocument", "ScrimLinux", "ScrimProtocol", json],
      path: "Tests/FakeWorker", swiftSettings: strict),
    .testTarget(
      name: "DaemonTests",
      dependencies: [
        "ProgramTesting", "scrimd", "scrim", "scrim-worker", "fake-worker", "RenderTesting", json,
      ],
      swiftSettings: waiting),
    // Tries in the workers' sandbox what it must deny, for the tests.
    .target(name: "CProbe", path: "Tests/SandboxProbe/CProbe"),
    .executableTarget(
      name: "sandbox-probe", dependencies: ["CProbe", "ScrimLinux"],
      path: "Tests/SandboxProbe/Program", swiftSettings: strict),
    .testTarget(
      name: "SandboxTests", dependencies: ["ProgramTesting", "sandbox-probe"],
      swiftSettings: waiting
    ),
  ] + effectTargets + (isFuzzed ? fuzzTargets : []) + (isServed ? serverTargets : []),
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
