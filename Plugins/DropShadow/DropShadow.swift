import ScrimKit
