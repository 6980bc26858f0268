// Loads a COLLADA document through OpenCOLLADA and keeps nothing of it: the peer of `--opencollada`.
//
// On Debian, with the package opencollada-dev:
//
//   I=/usr/include/opencollada
//   g++ -O2 -I$I/COLLADAFramework -I$I/COLLADABaseUtils -I$I/COLLADASaxFrameworkLoader -I$I/GeneratedSaxParser \
//     benches/opencollada.cpp -o target/opencollada -L/usr/lib/opencollada -lOpenCOLLADASaxFrameworkLoader \
//     -lGeneratedSaxParser -lOpenCOLLADAFramework -lOpenCOLLADABaseUtils -lMathMLSolver -lUTF -lbuffer -lftoa -lxml2 -lpcre

#include <cstdio>

#include "COLLADAFWIWriter.h"
#include "COLLADAFWMesh.h"
#include "COLLADAFWRoot.h"
#include "COLLADASaxFWLLoader.h"

using namespace COLLADAFW;

// Takes everything that is loaded, and counts shapes and the numbers of their positions.
class Counter : public IWriter {
public:
    size_t geometries = 0;
    size_t numbers = 0;

    bool writeGeometry(const Geometry *geometry) override {
        geometries += 1;
        if (geometry->getType() == Geometry::GEO_TYPE_MESH) {
            numbers += static_cast<const Mesh *>(geometry)->getPositions().getValuesCount();
        }
        return true;
    }

    void cancel(const String &) override {}
    void start() override {}
    void finish() override {}
    bool writeGlobalAsset(const FileInfo *) override { return true; }
    bool writeScene(const Scene *) override { return true; }
    bool writeVisualScene(const VisualScene *) override { return true; }
    bool writeLibraryNodes(const LibraryNodes *) override { return true; }
    bool writeMaterial(const Material *) override { return true; }
    bool writeEffect(const Effect *) override { return true; }
    bool writeCamera(const Camera *) override { return true; }
    bool writeImage(const Image *) override { return true; }
    bool writeLight(const Light *) override { return true; }
    bool writeAnimation(const Animation *) override { return true; }
    bool writeAnimationList(const AnimationList *) override { return true; }
    bool writeSkinControllerData(const SkinControllerData *) override { return true; }
    bool writeController(const Controller *) override { return true; }
    bool writeFormulas(const Formulas *) override { return true; }
    bool writeKinematicsScene(const KinematicsScene *) override { return true; }
};

int main(int count, char **arguments) {
    if (count != 2) {
        fprintf(stderr, "usage: %s FILE.dae\n", arguments[0]);
        return 2;
    }
    Counter counter;
    COLLADASaxFWL::Loader loader;
    Root root(&loader, &counter);
    bool loaded = root.loadDocument(arguments[1]);
    printf("%zu geometries, %zu numbers\n", counter.geometries, counter.numbers);
    return loaded ? 0 : 1;
}
