import IndoorGeometry
import IndoorJSON
import Testing

func geoJSON(_ text: String) throws(JSONError) -> GeoJSONFeatureCollection {
  try GeoJSONFeatureCollection(JSONDocument(bytes: Array(text.utf8), name: "venue.geojson"))
}

/// A collection of features with these geometries.
func features(_ geometries: String...) -> String {
  let features = geometries.map { #"{"type":"Feature","properties":null,"geometry":\#($0)}"# }
  return #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ",\n"))]}"#
}

func c(_ longitude: Double, _ latitude: Double) -> Coordinate {
  Coordinate(latitude: latitude, longitude: longitude)
}

struct GeoJSONTests {
  /// The examples of RFC 7946, appendix A.
  @Test(arguments: [
    (#"{"type":"Point","coordinates":[100.0,0.0]}"#, GeoJSONGeometry.point(c(100, 0))),
    (
      #"{"type":"LineString","coordinates":[[100.0,0.0],[101.0,1.0]]}"#,
      .lineString([c(100, 0), c(101, 1)])
    ),
    (
      #"{"type":"Polygon","coordinates":[[[100.0,0.0],[101.0,0.0],[101.0,1.0],[100.0,1.0],[100.0,0.0]],[[100.8,0.8],[100.8,0.2],[100.2,0.2],[100.2,0.8],[100.8,0.8]]]}"#,
      .polygon(
        Polygon(
          exterior: [c(100, 0), c(101, 0), c(101, 1), c(100, 1)],
          holes: [[c(100.8, 0.8), c(100.8, 0.2), c(100.2, 0.2), c(100.2, 0.8)]]))
    ),
    (
      #"{"type":"MultiPoint","coordinates":[[100.0,0.0],[101.0,1.0]]}"#,
      .multiPoint([c(100, 0), c(101, 1)])
    ),
    (
      #"{"type":"MultiLineString","coordinates":[[[100.0,0.0],[101.0,1.0]],[[102.0,2.0],[103.0,3.0]]]}"#,
      .multiLineString([[c(100, 0), c(101, 1)], [c(102, 2), c(103, 3)]])
    ),
    (
      #"{"type":"MultiPolygon","coordinates":[[[[102.0,2.0],[103.0,2.0],[103.0,3.0],[102.0,2.0]]],[[[100.0,0.0],[101.0,0.0],[101.0,1.0],[100.0,0.0]]]]}"#,
      .multiPolygon([
        Polygon(exterior: [c(102, 2), c(103, 2), c(103, 3)]),
        Polygon(exterior: [c(100, 0), c(101, 0), c(101, 1)]),
      ])
    ),
    (
      #"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[100.0,0.0]},{"type":"LineString","coordinates":[[101.0,0.0],[102.0,1.0]]}]}"#,
      .collection([.point(c(100, 0)), .lineString([c(101, 0), c(102, 1)])])
    ),
  ])
  func `the RFC's own examples are read`(text: String, geometry: GeoJSONGeometry) throws {
    #expect(try geoJSON(text).features.map(\.geometry) == [geometry])
    let collection = try geoJSON(features(text, text))
    #expect(collection.features.map(\.geometry) == [geometry, geometry])
    #expect(collection.warnings.isEmpty)
  }

  @Test func `a feature keeps its id, its properties and its foreign members`() throws {
    let text = """
      {"type":"Feature","id":7,"bbox":[0,0,1,1],"geometry":null,"properties":{"ordinal":-1},"title":"x"}
      """
    let feature = try #require(try geoJSON(text).features.first)
    #expect(feature.id == "7" && feature.geometry == nil)
    #expect(feature.properties?["ordinal"]?.integer == -1)
    #expect(feature.node?["title"]?.string == "x")
  }

  @Test func `heights are dropped, null and empty geometries are none`() throws {
    let collection = try geoJSON(
      features(
        #"{"type":"Point","coordinates":[1,2,300,4]}"#, "null",
        #"{"type":"Point","coordinates":[]}"#,
        #"{"type":"Polygon","coordinates":[]}"#))
    #expect(collection.features.map(\.geometry) == [.point(c(1, 2)), nil, nil, nil])
  }

  @Test func `nested collections are flattened on demand`() throws {
    let point = #"{"type":"Point","coordinates":[1,2]}"#
    let nested = (0..<20).reduce(point) { text, _ in
      #"{"type":"GeometryCollection","geometries":[\#(text)]}"#
    }
    #expect(try geoJSON(nested).features.first?.geometry?.points == [c(1, 2)])
  }

  @Test func `collections nested without end are refused`() {
    let nested = (0..<40).reduce("null") { text, _ in
      #"{"type":"GeometryCollection","geometries":[\#(text)]}"#
    }
    let error = #expect(throws: JSONError.self) { try geoJSON(nested) }
    #expect(error?.code == .tooDeep)
  }

  @Test func `a feature with a key twice is warned about, and the last counts`() throws {
    let feature = #"{"type":"Feature","properties":{"name":"a","name":"b"},"geometry":null}"#
    let plain = #"{"type":"Feature","properties":{"name":"a"},"geometry":null}"#
    let collection = try geoJSON(
      #"{"type":"FeatureCollection","features":[\#(plain),\#(feature)]}"#)
    #expect(collection.features.last?.properties?["name"]?.string == "b")
    #expect(collection.warnings.map(\.code) == [.keyTwice])
    #expect(collection.warnings.first?.feature == 1)
  }

  @Test func `an obsolete crs is warned about and not obeyed`() throws {
    let crs = #""crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::3857"}}"#
    let feature =
      #"{"type":"Feature",\#(crs),"properties":{},"geometry":{"type":"Point","coordinates":[120,30]}}"#
    let collection = try geoJSON(
      #"{"type":"FeatureCollection","features":[\#(feature),\#(feature)],\#(crs)}"#)
    #expect(collection.features.map(\.geometry) == [.point(c(120, 30)), .point(c(120, 30))])
    #expect(collection.warnings.map(\.code) == [.obsoleteReferenceSystem])
    #expect(collection.warnings.map(\.count) == [3])
  }

  @Test func `a ring left open is closed and one too short is left out, with warnings`() throws {
    let collection = try geoJSON(
      features(
        #"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1]]]}"#,
        #"{"type":"Polygon","coordinates":[[[0,0],[1,0],[0,0]]]}"#))
    #expect(
      collection.features.map(\.geometry)
        == [.polygon(Polygon(exterior: [c(0, 0), c(1, 0), c(1, 1)])), nil])
    #expect(collection.warnings.map(\.code) == [.ringNotClosed, .ringTooShort])
    #expect(collection.warnings.map(\.feature) == [0, 1])
  }

  @Test(arguments: [
    (#"{"type":"Point","coordinates":[30.29,120.07]}"#, "are they swapped?"),
    (#"{"type":"Point","coordinates":[13366530.9,3541141.1]}"#, "projected metres?"),
    (#"{"type":"LineString","coordinates":[[0,0],[0,-90.5]]}"#, "latitude -90.5, which is out of"),
    (#"{"type":"Point","coordinates":[11.58, 48,140723]}"#, "write decimal points"),
    (#"{"type":"Point","coordinates":[0,12760, 51,50720]}"#, "write decimal points"),
    (#"{"type":"Point","coordinates":[11,580211, 48.1407]}"#, "write decimal points"),
    (#"{"type":"Point","coordinates":[691607,5334760,520,0]}"#, "projected metres?"),
    (#"{"type":"Point","coordinates":[150,400,0]}"#, "projected metres?"),
    (#"{"type":"Point","coordinates":[120,3000,10,5]}"#, "projected metres?"),
    (#"{"type":"Point","coordinates":[450.5,20.5]}"#, "projected metres?"),
    (#"{"type":"Point","coordinates":[11,580211, 48,140723]}"#, "write decimal points"),
    (#"{"type":"Point","coordinates":[237.6,47.6]}"#, "Take 360 off those over 180"),
    (#"{"type":"Point","coordinates":[1]}"#, "isn't [longitude, latitude]"),
    (#"{"type":"Point","coordinates":["1","2"]}"#, "isn't [longitude, latitude]"),
    (#"{"type":"Point","coordinates":[null,2]}"#, "isn't [longitude, latitude]"),
    (#"{"type":"Polygon","coordinates":[[1,2],[3,4]]}"#, "isn't [longitude, latitude]"),
    (#"{"type":"Polygon","coordinates":[1,2]}"#, "no coordinates as a Polygon nests them"),
    (#"{"type":"Polygon"}"#, "no coordinates as a Polygon nests them"),
    (#"{"type":"Circle","coordinates":[1,2]}"#, "geometry type \"Circle\""),
    (#"{"type":"GeometryCollection","geometries":{}}"#, "no coordinates as a GeometryCollection"),
    (#"[1,2]"#, "geometry type \"\""),
  ])
  func `what isn't a geometry is refused with its line and feature`(text: String, part: String)
    throws
  {
    let error = #expect(throws: JSONError.self) { try geoJSON(features("null", text)) }
    let message = try #require(error).message
    #expect(message.hasPrefix("venue.geojson:2: features[1] "), "\(message)")
    #expect(message.contains(part), "\(message)")
  }

  /// Heights, in millimetres too, and times of measures.
  @Test(arguments: [
    "[11,48,520,1700000000]", "[0,0,0,1700000000]", "[11,48,12000]", "[11.5,48,99000]",
    "[11.5,48,520.5,0]",
  ])
  func `what stands behind a place is none of it`(position: String) throws {
    _ = try geoJSON(features("null", #"{"type":"Point","coordinates":\#(position)}"#))
  }

  @Test(arguments: [
    ("[]", "has no GeoJSON type"), ("{}", "has no GeoJSON type"), ("3", "has no GeoJSON type"),
    (#"{"type":"FeatureCollection"}"#, "without an array of features"),
    (#"{"type":"FeatureCollection","features":[{"type":"Point"}]}"#, "isn't of type Feature"),
    (#"{"type":"Topology","objects":{},"arcs":[]}"#, "is TopoJSON; make GeoJSON of it"),
    (
      #"{"type":"CityJSON","version":"2.0","CityObjects":{},"vertices":[]}"#,
      "is CityJSON, a city model; make GeoJSON of its floors"
    ),
    (
      #"{"geometryType":"esriGeometryPolygon","features":[{"attributes":{},"geometry":{"rings":[]}}]}"#,
      "is Esri's JSON; make GeoJSON in WGS 84 degrees (EPSG:4326) of it"
    ),
    (#"{"type":"Nonsense"}"#, "geometry type \"Nonsense\""),
  ])
  func `another kind of JSON is refused`(text: String, part: String) throws {
    let error = #expect(throws: JSONError.self) { try geoJSON(text) }
    #expect(error?.message.contains(part) == true)
  }

  /// Each takes a kilobyte, whatever little it says: 50 MB of these took four gigabytes.
  @Test func `half a million features are read, and no more`() throws {
    func collection(_ count: Int) -> String {
      let features = repeatElement(#"{"type":"Feature"}"#, count: count)
      return #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
    }
    #expect(try geoJSON(collection(500_000)).features.count == 500_000)
    let error = #expect(throws: JSONError.self) { try geoJSON(collection(500_001)) }
    #expect(error?.code == .tooLarge)
    #expect(error?.message.contains("give it in parts") == true)
  }
}
